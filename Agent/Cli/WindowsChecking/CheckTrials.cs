using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>Tries what can be tried on this host, one after the other, and restores each.</summary>
/// <param name="check">What can be tried.</param>
/// <param name="calls">Runs and records the commands.</param>
/// <param name="note">Keeps the states from before the first change, for the case that this process is killed.</param>
internal sealed class CheckTrials(HostCheck check, CheckCalls calls, CheckNote note)
{
    /// <summary>Restores what an earlier, killed check left.</summary>
    /// <returns>The subjects that could not be restored, each with the reason and the command for a person.</returns>
    public async Task<IReadOnlyList<string>> RecoverAsync()
    {
        var failed = new List<string>();
        foreach (var (subject, state) in note.Read())
        {
            var trial =
                check.Trials.FirstOrDefault(one => one.Subject == subject)
                ?? throw new StateUnusableException(
                    $"An earlier check changed '{subject}', which this version of iwtune does not know. Use the version that made it."
                );
            if (await RestoreAsync(trial, state) is { Length: > 0 } problem)
                failed.Add(problem);
        }
        if (failed.Count == 0)
            note.Remove();
        return failed;
    }

    /// <exception cref="StateUnusableException">Something is there that the check would remove; nothing was changed.</exception>
    public async Task<IReadOnlyList<CheckTrialResult>> RunAsync(CancellationToken ct)
    {
        var found = new List<(HostTrial Trial, string State, string Other)>();
        var results = new List<CheckTrialResult>();
        foreach (var trial in check.Trials)
        {
            var sight = await calls.LookAsync(trial, ct);
            if (sight.States.Count == 0 || !sight.Is(sight.States[0]))
                results.Add(new CheckTrialResult(trial, $"It was not tried, because its state is not certain: {sight.Text}."));
            else if (trial.Other(sight.States[0]) is { } other)
                found.Add((trial, sight.States[0], other));
            else if (trial.Stops)
                throw new StateUnusableException($"{trial.Refusal(sight.States[0])} Nothing was changed.");
            else
                results.Add(new CheckTrialResult(trial, trial.Refusal(sight.States[0])));
        }
        if (found.Count == 0)
            return results;
        note.Write(found.Select(one => (one.Trial.Subject, one.State)));
        foreach (var (trial, before, other) in found)
            results.Add(await TryAsync(trial, before, other, ct));
        if (results.All(result => result.Unrestored.Length == 0))
            note.Remove();
        return results;
    }

    private async Task<CheckTrialResult> TryAsync(HostTrial trial, string before, string other, CancellationToken ct)
    {
        HostCommandRun? made = null;
        CheckSight? after = null;
        string unrestored;
        try
        {
            made = await calls.RunAsync(trial.Make(other), ct);
            after = await calls.LookAsync(trial, ct);
        }
        finally
        {
            // The signal that interrupted the trial does not interrupt this.
            unrestored = await RestoreAsync(trial, before);
        }
        var exit = made.ExitCode is { } code ? $"the command ended with {code}" : made.Problem.TrimEnd('.');
        return new CheckTrialResult(trial, $"Set from {before} to {other}: {exit}, {after.Text}.")
        {
            Tried = true,
            Changed = made.ExitCode == 0 && after.Is(other),
            Methods = after.States.Count,
            Disagreed = after.States.Distinct(StringComparer.Ordinal).Count() > 1,
            Unrestored = unrestored,
        };
    }

    /// <returns>Why it is not restored, as sentences with the command for a person; empty when it is.</returns>
    private async Task<string> RestoreAsync(HostTrial trial, string state)
    {
        var sight = await calls.LookAsync(trial, CancellationToken.None);
        if (sight.Is(state))
            return "";
        var command = trial.Make(state);
        var made = await calls.RunAsync(command, CancellationToken.None);
        sight = await calls.LookAsync(trial, CancellationToken.None);
        return sight.Is(state) || sight.States.Count == 0 && made.ExitCode == 0
            ? ""
            : $"{trial.Subject} could not be restored to {state}: {sight.Text}. Run "
                + $"'{command.Program} {string.Join(' ', command.Arguments)}', or iwtune windows-check again.";
    }
}

/// <summary>The result of one trial.</summary>
/// <param name="Trial">What was tried.</param>
/// <param name="Why">The observation, as a sentence.</param>
internal sealed record CheckTrialResult(HostTrial Trial, string Why)
{
    /// <summary>True when the command was run.</summary>
    public bool Tried { get; init; }

    /// <summary>True when it ended well and the other state was seen.</summary>
    public bool Changed { get; init; }

    /// <summary>How many methods showed a state after it.</summary>
    public int Methods { get; init; }

    /// <summary>True when they showed different ones.</summary>
    public bool Disagreed { get; init; }

    /// <summary>Why it is not restored, as sentences; empty when it is.</summary>
    public string Unrestored { get; init; } = "";
}
