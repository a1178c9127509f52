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

    /// <summary>Two targets that can be set, by what the host knows them by: a destination, a template.</summary>
    (string First, string Second) Names { get; }

    /// <summary>Windows that its targets can have.</summary>
    IReadOnlyList<Window> Windows { get; }

    /// <summary>A window that somebody else gave.</summary>
    Window Others { get; }

    /// <summary>The target of that name among those read.</summary>
    Target Find(HostSnapshot snapshot, string name);

    /// <summary>
    /// Somebody else adds a target that carries more than a window; where all are there from the start, gives it that window.
    /// </summary>
    void Add(string name, Window? window = null);

    /// <summary>Somebody else adds a target that is not to be touched.</summary>
    /// <returns>Its name.</returns>
    string AddReportOnly();

    void Remove(string name);

    /// <summary>Everything is made anew as it was before anybody changed it.</summary>
    void MakeAnew(string name);

    /// <summary>Somebody else changes something of the target that is not its window, and keeps the window.</summary>
    void ChangeOther(string name);

    /// <summary>Somebody else changes the target so that what was planned for it before does not fit any more.</summary>
    void ChangeUnderPlan(string name);

    /// <summary>Somebody else does something that concerns a target.</summary>
    /// <returns>A part of what is to be told of it.</returns>
    string Disturb();

    /// <summary>Everything the host has, by another road than the tuner's.</summary>
    string Print();
}
