using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Agent.Cli.Fleet.Joining;

/// <summary>Hosts that call the server and that it has no record of.</summary>
internal static class UnknownVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "unknown", "Hosts that call but are unknown to the server")
        {
            Details =
                "They belong to another server, or enrolled after the backup that this one was restored from. 'iwtune enroll --again' "
                + "there enrols them again. Since the server was started, at most 500.",
        };
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var callers = await fleet.GetAsync(FleetPaths.UnknownCallers, EnrolmentJson.Default.IReadOnlyListUnknownCaller, ct);
                if (parsed.WantsJson())
                {
                    FleetJson.Write(context.Terminal.Out, callers, EnrolmentJson.Default.IReadOnlyListUnknownCaller);
                    return ExitCode.Fine;
                }
                var (table, now) = (
                    new Table(("ID", Align.Left), ("ADDRESS", Align.Left), ("FIRST", Align.Left), ("LAST", Align.Left)),
                    context.Time.GetUtcNow()
                );
                foreach (var caller in callers)
                    table.Add(caller.HostId, caller.Address, $"{Age.Of(now - caller.First)} ago", $"{Age.Of(now - caller.Last)} ago");
                table.Write(context.Terminal);
                context.Terminal.Error.WriteLine(callers.Count == 0 ? "Every host that calls is known." : $"{callers.Count} unknown.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
