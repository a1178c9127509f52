namespace IwTune.WindowsDouble.Events;

/// <summary>
/// Group Policy. Only 4004 is a capture; the others have its form and the fields that the manifest of the provider names
/// (github.com/OTRF/OSSEM, data_dictionaries/windows/etw-providers/Microsoft-Windows-GroupPolicy).
/// </summary>
/// <param name="Id">4000, 4002, 4004, 4006, 4016, 4018, 5016 or 5018.</param>
/// <param name="At">When.</param>
public sealed record PolicyRan(int Id, DateTimeOffset At) : WindowsEvent("Microsoft-Windows-GroupPolicy/Operational", Id, At)
{
    /// <summary>The account whose policy it is.</summary>
    public string Account { get; init; } = @"EXAMPLEDOMAIN\SERVER1$";

    /// <summary>Of 4016 and 5016: the extension.</summary>
    public string Extension { get; init; } = "";

    /// <inheritdoc/>
    protected override string Capture => "event-grouppolicy-4004-win10";

    /// <inheritdoc/>
    protected override IReadOnlyList<(string Name, string Value)> Data =>
        Extension.Length > 0 ? [("CSEExtensionName", Extension)] : [("PrincipalSamName", Account)];
}
