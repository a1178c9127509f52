namespace IwTune.Agent.Windows.Watching;

/// <summary>Reports when Windows has written TCP settings.</summary>
public interface ISettingsSignal
{
    /// <summary>Begins to wait for the next write. What is written after this call is not missed.</summary>
    /// <param name="next">Ends with the next write.</param>
    /// <returns>False where writes cannot be watched.</returns>
    bool TryNext(out Task next);
}

/// <summary>A host whose settings cannot be watched.</summary>
internal sealed class NoSignal : ISettingsSignal
{
    /// <inheritdoc/>
    public bool TryNext(out Task next)
    {
        next = Task.CompletedTask;
        return false;
    }
}
