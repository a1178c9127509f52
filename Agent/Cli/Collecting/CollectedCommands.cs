using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>Runs commands one after the other and puts what they printed into the zip.</summary>
/// <param name="collection">Runs them.</param>
/// <param name="zip">Takes the outputs.</param>
/// <param name="redaction">Removes what must not be in them.</param>
/// <param name="folder">Of the zip.</param>
internal sealed class CollectedCommands(Collection collection, CollectedZip zip, Redaction redaction, string folder)
{
    private readonly List<CollectedCommand> _ran = [];

    public IReadOnlyList<CollectedCommand> Ran => _ran;

    public async Task RunAsync(IEnumerable<HostCommand> commands, CancellationToken ct)
    {
        foreach (var command in commands)
        {
            var run = await collection.Run(command, ct);
            var output = redaction.Of(run.Output, out var inOutput);
            var errors = redaction.Of(run.Errors, out var inErrors);
            var name = $"{folder}/{_ran.Count + 1:00}-{command.Name}";
            if (run.ExitCode is null)
                zip.Lacking(name, run.Problem);
            else
                zip.Add($"{name}.out", output);
            if (errors.Length > 0)
                zip.Add($"{name}.err", errors);
            _ran.Add(
                new CollectedCommand(
                    command.Name,
                    command.Program,
                    command.Arguments,
                    run.ExitCode,
                    Math.Round(run.Duration.TotalMilliseconds, 1),
                    run.ExitCode is null ? null : $"{name}.out",
                    errors.Length > 0 ? $"{name}.err" : null,
                    inOutput + inErrors,
                    run.Problem
                )
            );
        }
    }
}
