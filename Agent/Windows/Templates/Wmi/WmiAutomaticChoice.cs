namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>AutomaticUseCustom of the objects of the two custom templates.</summary>
internal sealed class WmiAutomaticChoice(IWmi wmi) : IAutomaticChoice
{
    private const string Property = "AutomaticUseCustom";
    private static readonly string[] Templates = [nameof(TemplateName.InternetCustom), nameof(TemplateName.DatacenterCustom)];

    /// <inheritdoc/>
    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return why;
        var answer = await wmi.ListAsync(SettingRows.Class, ct);
        if (answer.Error is { } unread)
            return WmiFaults.Sentence($"listing {SettingRows.Class}", unread);
        var custom = answer
            .Rows.Select(row => new PropertyValues(row))
            .Where(row => Templates.Contains(row.Text("SettingName"), StringComparer.OrdinalIgnoreCase))
            .ToList();
        if (custom.Count != Templates.Length || custom.Exists(row => !row.Has(Property)))
            return $"{SettingRows.Class} has no {Property} on this Windows; it came with Server 2012 R2";
        foreach (var row in custom)
        {
            // uint8 in the class: 0 Disabled, 1 Enabled.
            if (await wmi.SetAsync(row.Text(WmiAnswer.PathProperty) ?? "", Property, useCustom ? (byte)1 : (byte)0, ct) is { } error)
                return WmiFaults.Sentence($"setting {Property} of {row.Text("SettingName")}", error);
        }
        return "";
    }
}
