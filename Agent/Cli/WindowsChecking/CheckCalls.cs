using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>Runs calls one after the other and writes each to the file as soon as it ends.</summary>
/// <param name="run">Runs a program.</param>
/// <param name="file">Takes the calls; <see langword="null"/> where only the host is restored.</param>
/// <param name="redaction">Removes what must not leave the host.</param>
/// <param name="time">Names the moment of each call.</param>
internal sealed class CheckCalls(
    Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> run,
    CheckFile? file,
    Redaction redaction,
    TimeProvider time
)
{
    public async Task<HostCommandRun> RunAsync(HostCommand command, CancellationToken ct)
    {
        var at = time.GetUtcNow();
        var ran = await run(command, ct);
        file?.Add(
            command,
            ran with
            {
                Output = redaction.Of(ran.Output, out var inOutput),
                Errors = redaction.Of(ran.Errors, out var inErrors),
            },
            at,
            inOutput + inErrors
        );
        return ran;
    }

    /// <summary>The state of a trial by each of its methods; <see langword="null"/> for one that does not show it.</summary>
    public async Task<CheckSight> LookAsync(HostTrial trial, CancellationToken ct)
    {
        var states = new List<string>();
        foreach (var look in trial.Looks)
            if (look.State(await RunAsync(look.Command, ct)) is { } state)
                states.Add(state);
        return new CheckSight(states);
    }
}

/// <summary>The states that the methods showed, in their order; a method that does not work shows none.</summary>
internal sealed record CheckSight(IReadOnlyList<string> States)
{
    /// <summary>True when at least one method showed it and no other contradicted.</summary>
    public bool Is(string state) => States.Count > 0 && States.All(one => one == state);

    /// <summary>For a sentence.</summary>
    public string Text => States.Count == 0 ? "no method showed it" : $"read as {string.Join(", ", States)}";
}
