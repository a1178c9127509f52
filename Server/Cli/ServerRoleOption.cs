using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Cli;

/// <summary><c>--role ROLE[:SELECTOR]</c>, any number of times; <c>--scope</c> of before is understood still.</summary>
internal sealed class ServerRoleOption
{
    private readonly Option<AccessGrant[]> _roles;
    private readonly Option<string?> _scope = new("--scope") { Hidden = true };
    private readonly AccessGrant? _standard;

    /// <param name="description">What the role is for.</param>
    /// <param name="standard">The role without the option; <see langword="null"/> when it must be given.</param>
    public ServerRoleOption(string description, Role? standard)
    {
        _standard = standard is { } role ? new(role) : null;
        _scope.AcceptOnlyFromAmong("read", "operate", "admin");
        _roles = new("--role")
        {
            Description = $"{description}; again for more{(standard is { } given ? $". Without it {GrantsText.Name(given)}" : "")}",
            HelpName = "ROLE[:SELECTOR]",
            CustomParser = Read,
            AllowMultipleArgumentsPerToken = false,
        };
    }

    public void AddTo(Command command)
    {
        command.Add(_roles);
        command.Add(_scope);
        if (_standard is null)
            command.Validators.Add(result =>
            {
                if (result.GetResult(_roles) is not { Implicit: false } && result.GetResult(_scope) is not { Implicit: false })
                    result.AddError("--role is missing: give every role that the account is to have.");
            });
    }

    public bool IsGiven(ParseResult parsed) =>
        parsed.GetResult(_roles) is { Implicit: false } || parsed.GetResult(_scope) is { Implicit: false };

    public IReadOnlyList<AccessGrant> Of(ParseResult parsed) =>
        parsed.GetValue(_roles) is { Length: > 0 } given ? given
        : parsed.GetValue(_scope) is { } scope ? [GrantsText.Of(Enum.Parse<TokenScope>(scope, ignoreCase: true))]
        : [_standard ?? throw new InvalidOperationException("A command without a role is refused before it runs.")];

    private static AccessGrant[] Read(ArgumentResult given)
    {
        var grants = new List<AccessGrant>();
        foreach (var token in given.Tokens)
        {
            if (AccessGrant.LacksSelector(token.Value))
                given.AddError($"--role '{token.Value}': a selector is missing; leave out ':' for the whole fleet");
            else if (AccessGrant.Parse(token.Value) is not { } grant)
                given.AddError(
                    $"--role '{token.Value}': the role is one of {string.Join(", ", Enum.GetValues<Role>().Select(GrantsText.Name))}, "
                        + "with ':SELECTOR' behind it for some hosts only"
                );
            else if (GrantsText.Problems([grant]).FirstOrDefault() is { } problem)
                given.AddError($"--role '{token.Value}': {problem}");
            else
                grants.Add(grant);
        }
        return [.. grants];
    }
}
