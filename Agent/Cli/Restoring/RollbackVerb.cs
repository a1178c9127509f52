using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Restoring;

/// <summary>Restores what was there.</summary>
internal static class RollbackVerb
{
    private static readonly Option<bool> All = new("--all")
    {
        Description = $"Every {HostWords.Here.Target} as it was before iwtune first touched it",
    };

    private static readonly Argument<long?> Change = new("CHANGE-ID")
    {
        HelpName = "CHANGE-ID",
        Arity = ArgumentArity.ZeroOrOne,
        Description = "The change to undo, by its number in 'iwtune history'; without it the last one",
        CustomParser = ReadChange,
    };

    private static readonly Option<bool> AndLater = new("--and-later") { Description = "With CHANGE-ID: undo every later change, too" };

    private static readonly Option<bool> Rehearse = new("--rehearse")
    {
        Description = "Only try it: set and restore a scratch route that no connection uses",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "rollback", "Undo the last change, one change, or everything")
        {
            Details = $"""
                A {HostWords.Here.Target} of which only the window was changed is restored byte for byte; of any other, only our window is
                removed. A second rollback undoes the change before that. No server is needed. The policy that was undone is not
                enforced again until another one arrives, also when no daemon runs now and one starts later. After --all without a running
                daemon, one that starts later enforces its policy again.
                A {HostWords.Here.Target} with a local override keeps its window; --all clears overrides, too.
                The command waits for a daemon that is stopping.
                With CHANGE-ID it undoes that change and its repairs; exits 0 also when they are undone already. It changes nothing and
                exits 1 when a later change set the same {HostWords.Here.Target}s, a later policy requires them, or a local override
                applies to them, and names the cause.
                Then undo the later change first, or all together with --and-later, which restores every {HostWords.Here.Target} to its
                state before CHANGE-ID.
                A later policy that does not concern these {HostWords.Here.Target}s stays in force.
                --rehearse creates a scratch route, sets its window, restores it, compares it byte for byte, and removes it. A daemon does
                this once a week and reports the result to its server. It does not exist on Windows Server.
                """,
            Examples =
            [
                ("sudo iwtune rollback", "undo the last change"),
                ("sudo iwtune rollback 7", "undo change 7 of 'iwtune history'"),
                ("sudo iwtune rollback 7 --and-later", "restore what was there before change 7"),
                ("sudo iwtune rollback --all", "as if iwtune had never been here"),
                ("sudo iwtune rollback --rehearse", "whether a rollback would work on this host"),
            ],
        };
        verb.Add(Change);
        verb.Add(AndLater);
        verb.Add(All);
        verb.Add(Rehearse);
        verb.Validators.Add(result =>
        {
            var named = result.GetResult(Change) is { Tokens.Count: > 0 };
            if (named && result.GetValue(All))
                result.AddError("--all undoes everything, so it takes no CHANGE-ID. Leave one of them out.");
            if (result.GetValue(Rehearse) && (named || result.GetValue(All) || result.GetValue(AndLater)))
                result.AddError("--rehearse undoes nothing, so it takes neither CHANGE-ID nor --all nor --and-later.");
            if (!named && result.GetValue(AndLater))
                result.AddError("--and-later needs the CHANGE-ID that it starts from. 'iwtune history' lists the ids.");
        });
        verb.Add(WaitOption.Option);
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                parsed.GetValue(Rehearse) ? RehearseAsync(context, parsed, ct)
                : parsed.GetValue(Change) is { } id ? RollbackOfChange.RunAsync(context, parsed, id, parsed.GetValue(AndLater), ct)
                : RunAsync(context, parsed, parsed.GetValue(All), ct)
        );
        return verb;
    }

    private static long? ReadChange(ArgumentResult result)
    {
        if (
            result.Tokens is [var token]
            && long.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var id)
            && id > 0
        )
            return id;
        if (result.Tokens.Count > 0)
            result.AddError($"'{result.Tokens[0].Value}' is not the id of a change: write a whole number from 1, as in 'iwtune history'.");
        return null;
    }

    private static async Task<int> RehearseAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        int Say(int exit, string text) => ChangeJson.Say(context.Terminal, parsed.WantsJson(), exit, text);
        var host = context.Host(parsed.StateOf(), out _);
        if (host.Lacking is { } lacking)
            return Say(ExitCode.Permission, lacking);
        if (host.Rehearsal is not { } rehearsal)
            return Say(
                ExitCode.Unsupported,
                "A rollback cannot be rehearsed on this host: its windows are not set on routes. Nothing was changed."
            );
        var problem = await rehearsal.RehearseAsync(ct);
        return problem.Length == 0
            ? Say(
                ExitCode.Fine,
                "A rollback works: a scratch route got a window, and was restored byte for byte. No other route was touched."
            )
            : Say(ExitCode.Error, $"A rollback was not shown to work; no scratch route is left. {problem}");
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, bool all, CancellationToken ct)
    {
        int Say(int exit, string text) => ChangeJson.Say(context.Terminal, parsed.WantsJson(), exit, text);
        if (
            await RunningDaemon.AskUnlessStoppingAsync(
                context.Time,
                parsed,
                new LocalRequest(LocalVerb.Rollback) { All = all },
                repeatable: all
            ) is
            { } reply
        )
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());
        if (!parsed.StateOf().Exists)
            return Say(ExitCode.Fine, $"Nothing to undo. {parsed.StateOf().Missing}");
        var host = context.Host(parsed.StateOf(), out var settings);
        var overridden = File.Exists(parsed.StateOf().File(Overrides.Name));
        // Also where the host cannot be read: an uninstall needs this.
        if (
            all
            && !overridden
            && Journal.Peek(parsed.StateOf(), context.Time) is { Transactions.Count: 0 } journal
            && !journal.Managed.Any()
            && host.Tuner.Listed(new HashSet<string>(StringComparer.Ordinal)).Count == 0
        )
            return Say(ExitCode.Fine, $"Nothing to undo. {parsed.StateOf().Empty}");
        using var engine = await LocalEngine.OpenAsync(context, host, parsed.StateOf(), "rollback", settings, ct, parsed.WaitOf());
        var progress = new StepProgress(context.Terminal, context.Noun, context.Time);
        Reconciliation? turn;
        try
        {
            turn = await progress.OfAsync(
                engine.Reconciler,
                async () => all ? await engine.Reconciler.Rollbacks.AllAsync(ct) : await engine.Reconciler.Rollbacks.LastAsync(ct)
            );
        }
        catch (OperationCanceledException)
        {
            return Say(ExitCode.Error, progress.Interrupted("restored", "The same command goes on."));
        }
        var exit = turn is { Succeeded: true } ? ExitCode.Fine : ExitCode.Error;
        if (turn is null)
            return Say(ExitCode.Fine, await engine.Reconciler.Rollbacks.NothingAsync(ct));
        if (all && !overridden && turn is { Plan.Steps.Count: 0, Swept.Count: 0, Succeeded: true })
            return Say(ExitCode.Fine, $"Nothing to undo: no {context.Noun} of this host is as iwtune set it.");
        var then = PolicyAfterRollback.Settle(engine, all);
        if (parsed.WantsJson())
            return ChangeJson.Write(context.Terminal, exit, $"{turn.State.Reason} {then}".TrimEnd(), turn.State, turn.Evidence);
        Tell(context.Terminal, turn, then, engine.Reconciler);
        return exit;
    }

    /// <param name="terminal">Where to.</param>
    /// <param name="turn">What was restored.</param>
    /// <param name="then">What becomes of the policy, as a sentence; empty for nothing.</param>
    /// <param name="reconciler">Knows the change before.</param>
    internal static void Tell(Terminal terminal, Reconciliation turn, string then, Reconciler reconciler)
    {
        var to = turn.Succeeded ? terminal.Out : terminal.Error;
        to.WriteLine(turn.State.Reason);
        RestoredView.Write(terminal, turn.Outcomes);
        foreach (var sentence in (string[])[then, reconciler.Rollbacks.Next(turn)])
        {
            if (sentence.Length > 0)
                to.WriteLine(sentence);
        }
    }
}
