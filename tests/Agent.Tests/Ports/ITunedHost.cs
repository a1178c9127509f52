using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Ports;

/// <summary>A host with a tuner, and the hand of somebody else who changes it.</summary>
public interface ITunedHost : IDisposable
{
    Task<HostSnapshot> ReadAsync();

    Task<Outcome> ApplyAsync(Step step);

    /// <summary>Watches, lets something happen, and returns what was told first.</summary>
    Task<string> NextChangeAsync(Action happening, CancellationToken ct);

    /// <summary>Somebody else adds a target that carries more than a window.</summary>
    void Add(string destination, Window? window = null);

    /// <summary>Somebody else adds a target whose owner would undo a change.</summary>
    void AddReportOnly(string destination);

    void Remove(string destination);

    /// <summary>Somebody else changes something of the target that is not its window, and keeps the window.</summary>
    void ChangeOther(string destination);

    /// <summary>Everything the host has, by another road than the tuner's.</summary>
    string Print();
}
