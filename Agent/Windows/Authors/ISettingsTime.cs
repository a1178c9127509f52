namespace IwTune.Agent.Windows.Authors;

/// <summary>When Windows last wrote its TCP settings.</summary>
public interface ISettingsTime
{
    /// <returns><see langword="null"/> when it cannot be read.</returns>
    DateTimeOffset? LastWritten();
}

/// <summary>A host that does not show when its settings were written.</summary>
internal sealed class NoSettingsTime : ISettingsTime
{
    /// <inheritdoc/>
    public DateTimeOffset? LastWritten() => null;
}
