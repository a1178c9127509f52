namespace IwTune.Agent.Windows.Watching;

/// <summary>Tells when Windows has written TCP settings.</summary>
public interface ISettingsSignal
{
    /// <summary>Begins to wait for the next write. What is written after this call is not missed.</summary>
    /// <returns>Ends with the next write; <see langword="null"/> where writes cannot be watched.</returns>
    Task? Next();
}

/// <summary>A host whose settings cannot be watched.</summary>
internal sealed class NoSignal : ISettingsSignal
{
    /// <inheritdoc/>
    public Task? Next() => null;
}
