using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Tells which template a connection got, by the system's own word.</summary>
internal interface IAppliedSetting
{
    /// <returns><see langword="null"/> when the system does not say.</returns>
    ValueTask<TemplateName?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct);
}
