using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The signal that Windows has written a setting.</summary>
internal sealed class EmulatedSignal : ISettingsSignal
{
    private TaskCompletionSource? _next;

    /// <summary>False for a host whose settings cannot be watched.</summary>
    public bool Works { get; set; }

    public bool TryNext(out Task next)
    {
        next = (_next = new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        return Works;
    }

    /// <summary>Windows has written one.</summary>
    public void Raise() => _next?.TrySetResult();
}
