using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Reads which template a connection got, as the system itself reports it.</summary>
internal interface IAppliedSetting
{
    /// <returns><see langword="null"/> when the system does not say.</returns>
    ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct);
}

/// <summary>The template that the system reports for a connection.</summary>
/// <param name="Template">The template.</param>
/// <param name="Why">How that is known, as a phrase.</param>
internal sealed record AppliedSetting(TemplateName Template, string Why)
{
    /// <summary>True when the meaning of the report is an assumption; the round trip and the window then count, too.</summary>
    public bool Assumed { get; init; }
}

/// <summary>The first of several methods that gives an answer.</summary>
/// <param name="methods">The methods, best first.</param>
internal sealed class FirstAppliedSetting(params IReadOnlyList<IAppliedSetting> methods) : IAppliedSetting
{
    /// <inheritdoc/>
    public async ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct)
    {
        foreach (var method in methods)
        {
            if (await method.OfAsync(local, remote, ct) is { } applied)
                return applied;
        }
        return null;
    }
}
