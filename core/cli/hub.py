"""An exported model goes to the Hugging Face hub."""

from pathlib import Path

from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalTokenNotFoundError

from core.errors import LocalFault, UsageError


def push(folder: Path, repository: str, step: int) -> str:
    """Uploads `folder` as one commit; the repository is made where there is none. Returns its address.

    The token is HF_TOKEN, or what `hf auth login` has kept. Raises `LocalFault`; what is in `folder` stays.
    """
    hub = HfApi()
    try:
        address = hub.create_repo(repository, exist_ok=True)
        hub.upload_folder(repo_id=repository, folder_path=folder, commit_message=f"Model of step {step}")
    except HFValidationError as error:
        raise UsageError(f"{repository} is no name of a repository ({error}); use OWNER/NAME.") from error
    except LocalTokenNotFoundError as error:
        raise LocalFault("The hub wants to know who you are: set HF_TOKEN to a token that may write.") from error
    except HfHubHTTPError as error:
        what = str(error).strip().partition("\n")[0]
        raise LocalFault(
            f"The hub did not take the model ({what}); the folder {folder} is complete, push it again later."
        ) from error
    except OSError as error:
        raise LocalFault(
            f"The hub cannot be reached ({error}); the folder {folder} is complete, push it again later."
        ) from error
    return str(address)
