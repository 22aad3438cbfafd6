"""An identity provider for the tests: Django with django-oauth-toolkit, and people with passwords.

    provider.py FOLDER PORT CLIENT SECRET REDIRECT

prints a line when it listens. Each person's password is "secret".
"""
import base64
import os
import pathlib
import sys
import wsgiref.simple_server

PEOPLE = {"ana": "Ana@Example.org", "ben": "ben@example.org", "una": "una@example.org"}
UNVERIFIED = {"una"}


def configure(folder, issuer):
    import django
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    from django.conf import settings

    os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    page = '<form method="post">{% csrf_token %}{{ form.as_p }}<button>Log in</button></form>'
    settings.configure(
        SECRET_KEY=base64.b64encode(os.urandom(32)).decode(), ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": pathlib.Path(folder, "provider.sqlite")}},
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {"loaders": [
            ("django.template.loaders.locmem.Loader", {"registration/login.html": page}),
            "django.template.loaders.app_directories.Loader"]}}],
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True, "OIDC_ISS_ENDPOINT": issuer, "OIDC_RSA_PRIVATE_KEY": key,
            "SCOPES": {"openid": "who you are", "email": "your mail address"},
            "OAUTH2_VALIDATOR_CLASS": __name__ + ".validator"})
    django.setup()


def validator():
    """Made when it is needed, as Django has to be configured before."""
    from oauth2_provider.oauth2_validators import OAuth2Validator

    class Validator(OAuth2Validator):
        def get_additional_claims(self, request):
            return {"email": request.user.email, "email_verified": request.user.username not in UNVERIFIED}

    return Validator()


def patterns():
    from django.contrib.auth.views import LoginView
    from django.urls import include, path
    return [path("o/", include("oauth2_provider.urls")), path("accounts/login/", LoginView.as_view())]


def main(folder, port, client, secret, redirect):
    global urlpatterns
    issuer = f"http://localhost:{port}/o"
    configure(folder, issuer)
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from oauth2_provider.models import Application
    urlpatterns = patterns()
    call_command("migrate", verbosity=0)
    for name, mail in PEOPLE.items():
        User.objects.create_user(name, mail, "secret")
    Application.objects.create(
        client_id=client, client_secret=secret, name="Homepwner", redirect_uris=redirect, algorithm="RS256",
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE)
    server = wsgiref.simple_server.make_server("127.0.0.1", int(port), get_wsgi_application())
    print(issuer, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    # Django looks the settings' names up in the module by its name.
    sys.modules["provider"] = sys.modules[__name__]
    __name__ = "provider"
    main(*sys.argv[1:])
