using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Access;

/// <summary>Tokens of programs and of oneself.</summary>
internal static class TokensVerb
{
    public static Verb Create(CliContext context)
    {
        var tokens = new Verb(VerbGroup.Fleet, "tokens", "Tokens for programs and for yourself");
        tokens.Add(List(context));
        tokens.Add(Make(context));
        tokens.Add(Rotate(context));
        tokens.Add(Revoke(context));
        return tokens;
    }

    private static Verb List(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Your tokens, and all of them where you may see them; never their secrets").Lists(
            context,
            _ => FleetPaths.Tokens,
            () => AccessJson.Default.IReadOnlyListTokenSummary,
            "No tokens. 'iwtune fleet tokens create' makes one.",
            [
                new("NAME", token => token.Name),
                new("ROLES", Roles),
                new("OWNER", token => Actors.Name(token.Owner ?? token.Author)),
                new("EXPIRES", token => Expires(token, context.Time.GetUtcNow())),
                new("USED", token => Used(token, context.Time.GetUtcNow())),
                new("TOKEN", token => $"{token.Prefix}…"),
                new("ID", token => token.Id),
            ]
        );

    private static Verb Make(CliContext context)
    {
        var role = RoleOption.Create("Roles of the token, within your own", required: false);
        var personal = new Option<bool>("--personal")
        {
            Description =
                "The token acts as you, within your permissions, and ends with your account. Without --role it has all your permissions",
        };
        var name = new Option<string>("--name")
        {
            Description = "Name of the token",
            HelpName = "NAME",
            DefaultValueFactory = _ => "",
        };
        var ttl = Ttl("How long it is valid: 60s to 366d [default: 1h]");
        var verb = new Verb(VerbGroup.Fleet, "create", "Create a token; its text is shown once")
        {
            role,
            personal,
            name,
            ttl,
            JsonOption.Option,
        };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new CreateTokenRequest
                {
                    Kind = TokenKind.Api,
                    Name = parsed.GetRequiredValue(name),
                    Personal = parsed.GetValue(personal),
                    Grants = parsed.GetValue(role) ?? [],
                    LifeSeconds = (long)(parsed.GetValue(ttl) ?? TimeSpan.FromHours(1)).TotalSeconds,
                };
                var made = await fleet.PostAsync(
                    FleetPaths.Tokens,
                    request,
                    AccessJson.Default.CreateTokenRequest,
                    AccessJson.Default.CreatedToken,
                    ct
                );
                return Show(context, parsed, made);
            }
        );
        return verb;
    }

    private static Verb Rotate(CliContext context)
    {
        var id = Id();
        var overlap = DurationOption.Create(
            "--overlap",
            "How long both are valid, at most 30d; 0s revokes the old one at once [default: 1d]",
            "12h",
            TimeSpan.Zero,
            TimeSpan.FromDays(30)
        );
        var ttl = Ttl("How long the new one is valid: 60s to 366d [default: the lifetime of the old one]");
        var verb = new Verb(
            VerbGroup.Fleet,
            "rotate",
            "Create a new token with the same name and roles; the old one expires after the overlap"
        )
        {
            id,
            overlap,
            ttl,
            JsonOption.Option,
        };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new RotateTokenRequest
                {
                    OverlapSeconds = (long)(parsed.GetValue(overlap) ?? TimeSpan.FromDays(1)).TotalSeconds,
                    LifeSeconds = parsed.GetValue(ttl) is { } life ? (long)life.TotalSeconds : null,
                };
                var made = await fleet.PostAsync(
                    FleetPaths.TokenRotate(parsed.GetRequiredValue(id)),
                    request,
                    AccessJson.Default.RotateTokenRequest,
                    AccessJson.Default.CreatedToken,
                    ct
                );
                return Show(context, parsed, made);
            }
        );
        return verb;
    }

    private static Verb Revoke(CliContext context)
    {
        var id = Id();
        var verb = new Verb(VerbGroup.Fleet, "revoke", "Revoke a token at once") { id };
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(FleetPaths.Token(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Revoked. This cannot be undone; 'iwtune fleet tokens create' makes another.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    private static int Show(CliContext context, ParseResult parsed, CreatedToken made)
    {
        return context.Answer(parsed, made, AccessJson.Default.CreatedToken, () => context.Terminal.Out.WriteLine(made.Command));
    }

    private static Argument<string> Id() => new("ID") { Description = "As 'iwtune fleet tokens list' shows it" };

    /// <summary>As long as the server allows a token to live.</summary>
    private static Option<TimeSpan?> Ttl(string description) =>
        DurationOption.Create("--ttl", description, "12h", TimeSpan.FromSeconds(60), TimeSpan.FromDays(366));

    private static Cell Roles(TokenSummary token) =>
        token.Kind == TokenKind.Enrolment ? "lets hosts enrol"
        : token.Grants.Count == 0 ? "all their permissions"
        : GrantText.Of(token.Grants);

    private static Cell Used(TokenSummary token, DateTimeOffset now) =>
        token switch
        {
            { Kind: TokenKind.Enrolment, UsesLeft: { } left } => $"{token.Used} of {Counted.Of(token.Used + left, "host")}",
            { Kind: TokenKind.Enrolment } => Counted.Of(token.Used, "host"),
            { LastUsed: { } used } => $"{Age.Of(now - used)} ago{(token.LastUsedFrom is { } from ? $", {from}" : "")}",
            _ => new Cell("never", Ink.Quiet),
        };

    private static Cell Expires(TokenSummary token, DateTimeOffset now) =>
        token switch
        {
            { Revoked: not null } => new Cell("revoked", Ink.Quiet),
            { UsesLeft: 0 } => new Cell("used up", Ink.Quiet),
            _ when token.Expires <= now => new Cell("expired", Ink.Quiet),
            { Successor: not null } => new Cell($"replaced, in {Age.Of(token.Expires - now)}", Ink.Attention),
            _ => $"in {Age.Of(token.Expires - now)}",
        };
}
