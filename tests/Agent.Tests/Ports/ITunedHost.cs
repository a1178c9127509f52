using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Ports;

/// <summary>A host with a tuner, and a way to change it as another program would.</summary>
public interface ITunedHost : IDisposable
{
    Task<HostSnapshot> ReadAsync();

    Task<Outcome> ApplyAsync(Step step);

    /// <summary>Watches, triggers the event, and returns the first reported change.</summary>
    Task<string> NextChangeAsync(Action happening, CancellationToken ct);

    /// <summary>The names of two targets that can be set: a destination, a template.</summary>
    (string First, string Second) Names { get; }

    /// <summary>Windows that its targets can have.</summary>
    IReadOnlyList<Window> Windows { get; }

    /// <summary>A window that another program set.</summary>
    Window Others { get; }

    /// <summary>The target of that name among those read.</summary>
    Target Find(HostSnapshot snapshot, string name);

    /// <summary>
    /// Another program adds a target that carries more than a window. Where all targets exist from the start, it sets that window.
    /// </summary>
    void Add(string name, Window? window = null);

    /// <summary>Another program adds a target that must not be changed.</summary>
    /// <returns>Its name.</returns>
    string AddReportOnly();

    void Remove(string name);

    /// <summary>Recreates everything in its original state.</summary>
    void MakeAnew(string name);

    /// <summary>Another program changes an attribute of the target other than its window, and keeps the window.</summary>
    void ChangeOther(string name);

    /// <summary>Another program changes the target so that an earlier plan for it no longer fits.</summary>
    void ChangeUnderPlan(string name);

    /// <summary>Another program does something that concerns a target.</summary>
    /// <returns>A part of the expected report.</returns>
    string Disturb();

    /// <summary>The complete state of the host, read by another method than the tuner's.</summary>
    string Print();
}
