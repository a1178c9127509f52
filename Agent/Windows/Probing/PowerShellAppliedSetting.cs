using System.Globalization;
using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Get-NetTCPConnection, property AppliedSetting. It is blank for a connection that is not established.</summary>
/// <param name="powerShell">Runs it.</param>
internal sealed class PowerShellAppliedSetting(IPowerShell powerShell) : IAppliedSetting
{
    /// <inheritdoc/>
    public async ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct)
    {
        if (powerShell.Absent is not null)
            return null;
        var answer = await powerShell.InvokeAsync(Question(local, remote), ct);
        return answer.Rows is [var row] && row.TryGetValue("AppliedSetting", out var value) && Name(value) is { } name
            ? new(name, "as Get-NetTCPConnection says")
            : null;
    }

    private static PowerShellCommand Question(IPEndPoint local, IPEndPoint remote) =>
        new(
            "Get-NetTCPConnection",
            new Dictionary<string, object>(StringComparer.Ordinal)
            {
                ["LocalAddress"] = local.Address.ToString(),
                ["LocalPort"] = (ushort)local.Port,
                ["RemoteAddress"] = remote.Address.ToString(),
                ["RemotePort"] = (ushort)remote.Port,
            }
        );

    /// <summary>
    /// An enumeration of the module or a plain string, by host and edition. Its number is never used, because its order is not documented.
    /// </summary>
    private static TemplateName? Name(object? value) => TemplateNames.Of(Convert.ToString(value, CultureInfo.InvariantCulture));
}
