using System.CommandLine;
using IwTune.Agent.Cli.Enrolling;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Upgrading;

/// <summary>Lets the host's package manager take the agent from the fleet's server.</summary>
internal static class PackageSourceVerb
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static Verb Create(CliContext context)
    {
        var manager = new Option<string?>("--for")
        {
            Description = "The package manager; without it the one of this host",
            HelpName = "apt|dnf|zypper",
        };
        manager.AcceptOnlyFromAmong("apt", "dnf", "zypper");
        var suite = new Option<string>("--suite")
        {
            Description = "The suite of the apt repository",
            HelpName = "NAME",
            DefaultValueFactory = _ => "stable",
        };
        suite.Validators.Add(result =>
        {
            if (
                result.GetValueOrDefault<string>() is not { Length: > 0 } name
                || !name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.')
            )
                result.AddError("--suite: a suite is letters, digits, dots and hyphens.");
        });
        var verb = new Verb(VerbGroup.Fleet, "package-source", "A script that makes the package manager take the agent from the server")
        {
            Details =
                "For an enrolled host whose server offers packages (iwtune-server run --packages). The script writes the server's CA, the "
                + "key that the packages are signed with, and the source; its first lines say how to remove them. The key comes over the "
                + "connection that the pin protects: compare its fingerprint with one that you have from elsewhere.",
            Examples =
            [
                ("sudo iwtune package-source", "look at it"),
                ("sudo iwtune package-source | sudo sh", "then 'apt update && apt install iwtune'"),
            ],
        };
        verb.Add(manager);
        verb.Add(suite);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed.StateOf(), parsed.GetValue(manager), parsed.GetRequiredValue(suite), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, StateDirectory state, string? manager, string suite, CancellationToken ct)
    {
        if ((manager ?? Packaging.Here()) is not { } known)
        {
            await context.Terminal.Error.WriteLineAsync(
                "No package manager was found: looked for apt-get, zypper and dnf. For others, and for Windows, see docs/agent-upgrades.md."
            );
            return ExitCode.Unsupported;
        }
        var identity =
            StoredIdentity.Read(state)
            ?? throw new UsageException($"This host is not enrolled: {state.Root} has no identity. 'iwtune enroll' makes one.");
        var path = known == "apt" ? $"{PackagePaths.Root}/deb/iwtune.gpg" : $"{PackagePaths.Root}/rpm/iwtune.asc";
        using var authority = PinnedAuthority.Of(identity);
        using var connection = new ServerConnection(identity.Server, authority.Accepts, credential: null, context.Time);
        var key = await connection.SendAsync(HttpMethod.Get, path, default, "", Limit, ct);
        if (!key.Granted)
            throw new FleetRefusedException(
                key.Unreachable ? ExitCode.Unreachable : ExitCode.Error,
                key.Unreachable
                    ? key.Problem
                    : $"The server has no {path} ({key.Status}). It offers packages when it is started with --packages, and this file is "
                        + "the public key that signs them."
            );
        var script = new PackageScript(identity, key.Body, suite);
        await context.Terminal.Out.WriteAsync(
            known switch
            {
                "apt" => script.ForApt(),
                "zypper" => script.ForZypper(),
                _ => script.ForDnf(),
            }
        );
        return ExitCode.Fine;
    }
}
