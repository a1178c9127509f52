using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Restoring;

/// <summary>The effect of <c>rollback --all</c>, as commands of the system.</summary>
internal static class ExplainRollbackVerb
{
    private const int MostLines = 5;

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "explain-rollback", "The commands that restore everything by hand, without iwtune")
        {
            Details = $"""
                For runbooks, and for the case that iwtune itself is broken. The output is a {HostWords.Here.ByHand.Form}.
                Stop the daemon before you run the script; otherwise the daemon repairs what the script restores.
                The command needs the state directory and reads the host as it is now: print the script again when
                {HostWords.Here.Target}s have changed.
                With a damaged journal it uses every intact line, names the others, and exits 1.
                """,
            Examples =
            [
                ("sudo iwtune explain-rollback", "print them"),
                ($"sudo iwtune explain-rollback {HostWords.Here.ByHand.Kept}", "keep them"),
                (HostWords.Here.ByHand.Run, "restore everything"),
            ],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var state = parsed.StateOf();
        var host = context.Host(state);
        var journal = Journal.Salvage(state, context.Time, out var lines);
        var damage = Damage(lines, context.Noun);
        var exit = damage.Length > 0 ? ExitCode.Error : ExitCode.Fine;
        var read = await new JournaledTuner(host.Tuner, journal).ReadAsync(ct);
        var managed = read.Targets.Where(target => target.Original is not null).ToList();
        var undo = await host.ByHand(managed, ct);
        if (parsed.WantsJson())
        {
            context.Terminal.Out.WriteJson(undo, AgentJson.Shown.IReadOnlyListManualUndo);
            if (!state.Exists)
                await context.Terminal.Error.WriteLineAsync(state.Missing);
            if (damage.Length > 0)
                await context.Terminal.Error.WriteLineAsync(damage);
            return exit;
        }
        ConfirmNotice.Tell(context, state);
        var to = context.Terminal.Out;
        if (damage.Length > 0)
            to.WriteLine($"# {damage}");
        if (undo.Count > 0 && RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Status)) is { Status: { } daemon })
            to.WriteLine($"# The daemon runs (pid {daemon.Pid}) and would set all this again: {HostWords.Here.StopDaemon}");
        foreach (var one in undo)
        {
            var target = managed.Find(target => target.Id == one.Of);
            to.WriteLine($"# {one.Of}{Change(target)}");
            if (Doubt(target) is { Length: > 0 } doubt)
                to.WriteLine($"# {doubt}");
            foreach (var line in one.Lines)
                to.WriteLine(line);
        }
        foreach (var target in managed.Where(target => undo.All(one => one.Of != target.Id)))
            to.WriteLine(
                IsStillOurs(target)
                    ? $"# {target.Id}{Change(target)}: no command restores it and nothing else. {target.Strategy.Why}"
                    : $"# {target.Id} is as it was: nothing to restore"
            );
        foreach (var id in journal.Managed.Where(id => managed.TrueForAll(target => target.Id != id)))
            to.WriteLine($"# {id} is gone or was made anew: nothing to restore");
        if (!state.Exists)
            to.WriteLine($"# {state.Missing}");
        else if (undo.Count == 0 && !journal.Managed.Any() && damage.Length == 0)
            to.WriteLine(
                journal.Transactions.Count == 0
                    ? $"# {state.Empty}"
                    : $"# Nothing to restore: no {context.Noun} of this host is as iwtune set it."
            );
        return exit;
    }

    private static string Damage(IReadOnlyList<int> lines, string noun) =>
        lines.Count == 0
            ? ""
            : $"The journal is damaged in {(lines.Count == 1 ? "line" : "lines")} {string.Join(", ", lines.Take(MostLines))}"
                + $"{(lines.Count > MostLines ? ", …" : "")}; what was there is left out. A {noun} whose before-image was there is "
                + $"missing, and one that was restored since may still be listed: compare with {HostWords.Here.ShowTargets}.";

    /// <summary>A window of ours in a route that other routes or another owner have since made unsafe to write.</summary>
    private static bool IsStillOurs(Target target) =>
        target is { Strategy.Kind: StrategyKind.ReportOnly, Original: { } before, LastSet: { By: not StrategyKind.Shadow } set }
        && target.Current == set.Window
        && target.Current != before.Window;

    /// <summary>
    /// A route of another program that differs from ours only in its window looks like ours with a changed window; it may be the right one.
    /// </summary>
    private static string Doubt(Target? target) =>
        target is { Original: { } before, LastSet: { By: StrategyKind.InPlace, Window: var set } }
        && target.Current != set
        && target.Current != before.Window
            ? $"iwtune set {WindowText.Of(set)}. Another program changed this {target.Noun} since, or replaced it by one that differs only "
                + "in its window. Compare before you run the command."
            : "";

    private static string Change(Target? target) =>
        target is { Original: { } before } ? $": {WindowText.Of(target.Current)} → {WindowText.Of(before.Window)}" : "";
}
