using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// Property AppliedSetting of MSFT_NetTCPConnection, a number. Microsoft lists its names and not its numbers: they are taken in the order
/// of that list, which is that of the templates' numbers in the registry, and are said to be assumed.
/// </summary>
internal sealed class WmiAppliedSetting(IWmi wmi) : IAppliedSetting
{
    private const string Class = "MSFT_NetTCPConnection";

    private static readonly TemplateName[] Order =
    [
        TemplateName.Internet,
        TemplateName.Datacenter,
        TemplateName.Compat,
        TemplateName.DatacenterCustom,
        TemplateName.InternetCustom,
    ];

    /// <inheritdoc/>
    public async ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct)
    {
        if (wmi.Absent is not null)
            return null;
        var answer = await wmi.ListAsync(Class, ct, ("LocalPort", local.Port), ("RemotePort", remote.Port));
        var rows = answer
            .Rows.Select(row => new PropertyValues(row))
            .Where(row => Is(row.Text("LocalAddress"), local.Address) && Is(row.Text("RemoteAddress"), remote.Address))
            .ToList();
        return rows is [var found] && found.Number("AppliedSetting") is { } number && number < Order.Length
            ? new(Order[number], $"as {Class} says by the number {number}, whose meaning is assumed") { Assumed = true }
            : null;
    }

    private static bool Is(string? text, IPAddress address) => IPAddress.TryParse(text, out var read) && read.Equals(address);
}
