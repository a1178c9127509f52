namespace IwTune.Agent.Windows.Watching;

/// <summary>
/// The host as this process last knew it: from its first reading, or its last look while watching, with its own writes since. The first
/// look of the watch reports what changed before it.
/// </summary>
internal sealed class KnownState
{
    private WatchedState? _state;
    private DateTimeOffset? _at;

    /// <summary>Compares a look of the watch, which is then what is known.</summary>
    public NoticedChanges Look(WindowsState look, DateTimeOffset at)
    {
        var now = WatchedState.Of(look);
        var noticed = new NoticedChanges(_state is { } before ? now.Since(before) : [], _at);
        (_state, _at) = (now, at);
        return noticed;
    }

    /// <summary>Compares a reading, whose changes the watch still has to report. The first reading of a process shows everything.</summary>
    public NoticedChanges Read(WindowsState reading, DateTimeOffset at)
    {
        var now = WatchedState.Of(reading);
        if (_state is { } before)
            return new NoticedChanges(now.Since(before), _at);
        (_state, _at) = (now, at);
        return new NoticedChanges(now.All, null);
    }

    /// <summary>A change by a step of ours is not reported.</summary>
    public void Took(WindowsState first, WindowsState last, DateTimeOffset at)
    {
        if (_state is { } known)
            (_state, _at) = (known.With(WatchedState.Of(first), WatchedState.Of(last)), at);
    }
}

/// <summary>What differs from what was known.</summary>
/// <param name="Changes">The differences.</param>
/// <param name="LastLook">When that was read; <see langword="null"/> when this process knew nothing yet.</param>
internal sealed record NoticedChanges(IReadOnlyList<WatchedChange> Changes, DateTimeOffset? LastLook);
