using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.History;

namespace IwTune.Agent.Cli;

/// <summary>What <c>rollback --all</c> would do, as commands of the system.</summary>
internal static class ExplainRollbackVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "explain-rollback", "The commands that put everything back by hand, without iwtune")
        {
            Details = "For runbooks, and for the day when iwtune itself is what is broken. Copy the lines into a root shell.",
            Examples = [("sudo iwtune explain-rollback", "print them"), ("sudo iwtune explain-rollback > /root/undo.sh", "keep them")],
        };
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var host = context.Host(parsed.StateOf());
        var journal = Journal.Peek(parsed.StateOf(), context.Time);
        var read = await new JournaledTuner(host.Tuner, journal).ReadAsync(ct);
        var there = read.Targets.Where(target => target.Original is not null).ToDictionary(target => target.Id, StringComparer.Ordinal);
        var to = context.Terminal.Out;
        foreach (var before in journal.Originals)
        {
            if (!there.TryGetValue(before.TargetId, out var target))
                await to.WriteLineAsync($"# {before.TargetId} is gone or was made anew: nothing to put back");
            else if (before.BootId != read.BootId)
                await to.WriteLineAsync($"# {before.TargetId}: was {WindowText.Of(before.Window)} before the last reboot; take 'initcwnd' and 'initrwnd' out of it by hand");
            else
                await to.WriteLineAsync($"{await host.ByHand(before, ct)}   # now {WindowText.Of(target.Current)}");
        }
        if (!journal.Originals.Any())
            await to.WriteLineAsync("# Nothing to put back: no route of this host is as iwtune set it.");
        return ExitCode.Fine;
    }
}
