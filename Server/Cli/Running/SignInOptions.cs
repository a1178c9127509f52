using System.CommandLine;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Cli.Running;

/// <summary>The options of <c>run</c> that say how people authenticate.</summary>
internal sealed class SignInOptions
{
    private readonly Option<string?> _issuer = new("--oidc-issuer")
    {
        Description = "Issuer URL of the OpenID provider, as in its tokens",
        HelpName = "URL",
    };
    private readonly Option<string?> _client = new("--oidc-client")
    {
        Description = "Client id of this server at the provider; its redirect address is https://NAME/sign-in/callback",
        HelpName = "ID",
    };
    private readonly Option<string?> _secret = new("--oidc-secret-file")
    {
        Description = "File with the client's secret",
        HelpName = "FILE",
    };
    private readonly Option<string> _claim = new("--oidc-groups-claim")
    {
        Description = "Claim that lists a person's groups",
        HelpName = "CLAIM",
        DefaultValueFactory = _ => "groups",
    };
    private readonly Option<string[]> _scopes = new("--oidc-scope")
    {
        Description = "Requested scope in addition to openid; may be repeated",
        HelpName = "SCOPE",
        DefaultValueFactory = _ => ["profile"],
    };
    private readonly Option<string[]> _map = new("--oidc-map")
    {
        Description = "Role of a group, for the hosts of a selector; may be repeated",
        HelpName = "GROUP=ROLE[@SELECTOR]",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<string> _name = new("--oidc-name")
    {
        Description = "Text of the sign-in button",
        HelpName = "TEXT",
        DefaultValueFactory = _ => "Company login",
    };
    private readonly Option<string?> _ca = new("--oidc-ca")
    {
        Description = "Private CA of the provider's certificate, in PEM",
        HelpName = "FILE",
    };
    private readonly Option<string[]> _acr = new("--oidc-acr")
    {
        Description = "Accepted class of a sign-in at the provider (acr), which is requested; may be repeated",
        HelpName = "VALUE",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<string[]> _amr = new("--oidc-amr")
    {
        Description = "Accepted method of a sign-in at the provider (amr); may be repeated, one is enough",
        HelpName = "VALUE",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<Duration?> _maxAge = ServerDurationOption.CreateOptional(
        "--oidc-max-age",
        "Longest time since a person authenticated at the provider (max_age)"
    );
    private readonly Option<string> _match = new("--scim-match")
    {
        Description = "What identifies a provisioned person at the first sign-in; user-name also compares preferred_username",
        HelpName = "external-id|user-name",
        DefaultValueFactory = _ => "external-id",
    };
    private readonly Option<bool> _scimOnly = new("--scim-only")
    {
        Description = "Refuse people of the provider whom SCIM has not provisioned",
    };
    private readonly Option<string> _local = new("--local-sign-in")
    {
        Description = "Who may sign in with name and password",
        HelpName = "on|break-glass|off",
        DefaultValueFactory = _ => "on",
    };
    private readonly Option<string> _first = new("--first-administrator")
    {
        Description = "Name of the administrator that the first start makes; without effect when there is an account",
        HelpName = "ACCOUNT",
        DefaultValueFactory = _ => RunDefaults.Options.FirstAdministrator,
    };
    private readonly Option<string?> _second = new("--require-second-factor")
    {
        Description = "Roles whose local accounts need a second factor",
        HelpName = "ROLE,…",
    };
    private readonly Option<string[]> _refused = new("--refused-passwords")
    {
        Description =
            "Refuse new passwords that are in this file: SHA-1 hashes as Have I Been Pwned publishes them, ordered by hash, or one "
            + "password a line; may be repeated",
        HelpName = "FILE",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<Duration> _life = ServerDurationOption.Create(
        "--session-life",
        "Session lifetime, after which a person must sign in again",
        RunDefaults.Options.SessionLife
    );
    private readonly Option<Duration> _idle = ServerDurationOption.Create(
        "--session-idle",
        "Time without activity of the person after which a session ends; not shorter than --session-life for none",
        RunDefaults.Options.SessionIdle
    );
    private readonly Option<Duration> _refresh = ServerDurationOption.Create(
        "--session-refresh",
        "Interval of refreshing a person's groups at the provider",
        RunDefaults.Options.SessionRefresh
    );

    public SignInOptions(Command command)
    {
        _local.AcceptOnlyFromAmong("on", "break-glass", "off");
        _match.AcceptOnlyFromAmong("external-id", "user-name");
        foreach (
            var option in new Option[]
            {
                _issuer,
                _client,
                _secret,
                _claim,
                _scopes,
                _map,
                _name,
                _ca,
                _acr,
                _amr,
                _maxAge,
                _match,
                _scimOnly,
                _local,
                _first,
                _second,
                _refused,
                _life,
                _idle,
                _refresh,
            }
        )
            command.Options.Add(option);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed)
    {
        var (map, problems) = GroupMap.Parse(parsed.GetRequiredValue(_map));
        var named =
            parsed.GetValue(_issuer) is not null
            || parsed.GetValue(_client) is not null
            || parsed.GetValue(_secret) is not null
            || parsed.GetRequiredValue(_map).Length > 0
            || parsed.GetRequiredValue(_acr).Length > 0
            || parsed.GetRequiredValue(_amr).Length > 0
            || parsed.GetValue(_maxAge) is not null
            || parsed.GetValue(_scimOnly);
        var roles = parsed.GetValue(_second)?.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) ?? [];
        return options with
        {
            Oidc = !named
                ? null
                : new OidcSettings
                {
                    Issuer = parsed.GetValue(_issuer) ?? "",
                    ClientId = parsed.GetValue(_client) ?? "",
                    SecretFile = parsed.GetValue(_secret) ?? "",
                    GroupsClaim = parsed.GetRequiredValue(_claim),
                    Scopes = parsed.GetRequiredValue(_scopes),
                    Map = map,
                    MapProblems = problems,
                    Name = parsed.GetRequiredValue(_name),
                    CaFile = parsed.GetValue(_ca),
                    Acr = parsed.GetRequiredValue(_acr),
                    Amr = parsed.GetRequiredValue(_amr),
                    MaxAge = parsed.GetValue(_maxAge)?.Time,
                    ScimMatchesNames = parsed.GetRequiredValue(_match) == "user-name",
                    ScimOnly = parsed.GetValue(_scimOnly),
                },
            LocalSignIn = parsed.GetRequiredValue(_local) switch
            {
                "off" => LocalSignIn.Off,
                "break-glass" => LocalSignIn.BreakGlass,
                _ => LocalSignIn.On,
            },
            FirstAdministrator = parsed.GetRequiredValue(_first),
            SecondFactorRoles = [.. roles.Where(IsOfPeople).Select(role => Enum.Parse<Role>(role, ignoreCase: true))],
            SecondFactorProblems =
            [
                .. roles
                    .Where(role => !IsOfPeople(role))
                    .Select(role =>
                        $"--require-second-factor: '{role}' is not a role of people: viewer, operator, approver, admin or auditor"
                    ),
            ],
            RefusedPasswords = parsed.GetRequiredValue(_refused),
            SessionLife = parsed.GetRequiredValue(_life).Time,
            SessionIdle = parsed.GetRequiredValue(_idle).Time,
            SessionRefresh = parsed.GetRequiredValue(_refresh).Time,
        };
    }

    private static bool IsOfPeople(string role) => role is "viewer" or "operator" or "approver" or "admin" or "auditor";
}
