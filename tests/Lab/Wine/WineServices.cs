using System.Text.RegularExpressions;

namespace IwTune.Lab.Wine;

/// <summary>The service manager of a prefix, through Wine's own sc. Its start and stop do not wait for the service: poll.</summary>
/// <param name="prefix">The prefix of the services.</param>
public sealed partial class WineServices(WinePrefix prefix)
{
    /// <summary>
    /// The state in Windows' terms (<c>RUNNING</c>, <c>STOPPED</c>, <c>START_PENDING</c>); <see langword="null"/> when there is no such
    /// service.
    /// </summary>
    public string? State(string name) =>
        StateLine().Match(prefix.Run("sc", "query", name).Output) is { Success: true } match ? match.Groups[1].Value : null;

    /// <summary>Requests the start.</summary>
    public CommandResult Start(string name) => prefix.Run("sc", "start", name);

    /// <summary>Requests the stop.</summary>
    public CommandResult Stop(string name) => prefix.Run("sc", "stop", name);

    /// <summary>Waits until the service is in a state.</summary>
    /// <param name="name">The service.</param>
    /// <param name="state">Windows' term; <see langword="null"/> for no such service.</param>
    /// <param name="otherwise">An addition to the message when it never reaches the state.</param>
    public Task IsAsync(string name, string? state, Func<string>? otherwise = null) =>
        Until.TrueAsync(
            () => State(name) == state,
            () => $"the service {name} is {State(name) ?? "not there"}, not {state ?? "gone"}. {otherwise?.Invoke()}"
        );

    [GeneratedRegex(@"STATE\s*:\s*\d+\s+([A-Z_]+)")]
    private static partial Regex StateLine();
}
