using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Joining;

/// <summary>Removes a host from the fleet.</summary>
internal static class RetireVerb
{
    public static Verb Create(CliContext context)
    {
        var host = new Argument<string>("HOST") { Description = "Its name, or its id" };
        var reason = new Option<string>("--reason")
        {
            Description = "Why, for the audit log",
            HelpName = "TEXT",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "retire", "Remove a host from the fleet and revoke its secret")
        {
            Details = "The host keeps what it enforces. To restore its initial windows, run 'iwtune unenroll' on it. Its history stays.",
            Examples = [("iwtune fleet hosts retire web-7 --reason 'the machine was replaced'", "one host")],
        };
        verb.Add(host);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var name = parsed.GetRequiredValue(host);
                await fleet.PostAsync(
                    FleetPaths.HostRetire(name),
                    new ReasonRequest(parsed.GetRequiredValue(reason)),
                    AdministrationJson.Default.ReasonRequest,
                    ct
                );
                context.Terminal.Say($"{name} has left the fleet. Its secret is void.", hanging: 0);
                return ExitCode.Fine;
            },
            parsed => parsed.GetValue(host)
        );
        return verb;
    }
}
