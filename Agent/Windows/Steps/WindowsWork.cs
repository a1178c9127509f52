using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Steps;

/// <summary>What a step works with, and what it read of the host.</summary>
internal sealed class WindowsWork(WindowsPorts methods, FilterOwnership ownership, Func<CancellationToken, ValueTask<WindowsState>> look)
{
    public WindowsPorts Methods => methods;

    public FilterOwnership Ownership => ownership;

    /// <summary>The host when the step first looked; <see langword="null"/> before it did.</summary>
    public WindowsState? First { get; private set; }

    /// <summary>The host when the step last looked.</summary>
    public WindowsState? Seen { get; private set; }

    /// <summary>
    /// Called for a template that keeps its window although it was set; returns what follows, as a sentence.
    /// </summary>
    public Func<TemplateName, string, string> Refused { get; init; } = (_, _) => "";

    /// <summary>Reads the host anew.</summary>
    /// <exception cref="Ports.TunerUnavailableException">The templates cannot be read.</exception>
    public async ValueTask<WindowsState> LookAsync(CancellationToken ct)
    {
        Seen = await look(ct);
        First ??= Seen;
        return Seen;
    }
}
