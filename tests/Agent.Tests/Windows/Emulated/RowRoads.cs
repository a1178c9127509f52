using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>Templates and filters straight from the rows of the emulated cmdlets.</summary>
internal sealed class RowRoads(IPowerShell shell) : ITemplateReader, IFilterTable, IAutomaticChoice
{
    public Road Road => Road.PowerShell;

    async ValueTask<TemplateReading> ITemplateReader.ReadAsync(CancellationToken ct)
    {
        var a = await shell.InvokeAsync(new("Get-NetTCPSetting", new Dictionary<string, object>()), ct);
        if (a.Error is { } e) return TemplateReading.Failed(Road, e.Id);
        if (a.Rows.Any(r => !Enum.TryParse<TemplateName>($"{r["SettingName"]}", out _)))
            return TemplateReading.Failed(Road, "a template has no name");
        return new(Road, [.. a.Rows.Select(r => new Template(Enum.Parse<TemplateName>($"{r["SettingName"]}"), r["InitialCongestionWindow"] is uint u ? (int)u : null)
        {
            CongestionProvider = r["CongestionProvider"]?.ToString(),
            AutomaticUseCustom = r.TryGetValue("AutomaticUseCustom", out var c) && c is not null ? c.ToString() is "Enabled" or "1" : null,
        })], null);
    }

    async ValueTask<FilterReading> IFilterTable.ReadAsync(CancellationToken ct)
    {
        var a = await shell.InvokeAsync(new("Get-NetTransportFilter", new Dictionary<string, object>()), ct);
        if (a.Error is { } e) return new([], e.Id);
        return new([.. a.Rows.Select(r => new TransportFilter(Enum.Parse<TemplateName>($"{r["SettingName"]}"), $"{r["DestinationPrefix"]}" is var d && d == "*" ? null : IPNetwork.Parse(d)))]);
    }

    public async ValueTask<string> AddAsync(TransportFilter f, CancellationToken ct) =>
        (await shell.InvokeAsync(new("New-NetTransportFilter", P(f)), ct)).Error?.Id ?? "";

    public async ValueTask<string> RemoveAsync(TransportFilter f, CancellationToken ct) =>
        (await shell.InvokeAsync(new("Remove-NetTransportFilter", P(f)), ct)).Error?.Id ?? "";

    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct) =>
        (await shell.InvokeAsync(new("Set-NetTCPSetting", new Dictionary<string, object> { ["SettingName"] = Enumerable.Repeat("InternetCustom",1).Append("DatacenterCustom").ToArray(), ["AutomaticUseCustom"] = useCustom ? "Enabled" : "Disabled" }), ct)).Error?.Id ?? "";

    private static Dictionary<string, object> P(TransportFilter f) => new() { ["SettingName"] = f.Setting.ToString(), ["Protocol"] = f.Protocol, ["DestinationPrefix"] = f.Destination.ToString()! };
}
