using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Reads which template a connection got, as the system itself reports it.</summary>
internal interface IAppliedSetting
{
    /// <returns><see langword="null"/> when the system does not say.</returns>
    ValueTask<TemplateName?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct);
}
