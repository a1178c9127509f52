namespace IwTune.Agent.Windows.Templates;

/// <summary>A TCP template as one method read it. What the method does not report is <see langword="null"/>.</summary>
/// <param name="Name">Which.</param>
/// <param name="InitialCongestionWindow">
/// Segments, 2 to 64; <see langword="null"/> for <see cref="TemplateName.Automatic"/>, which has none.
/// </param>
public sealed record Template(TemplateName Name, int? InitialCongestionWindow)
{
    /// <summary>Its congestion control: <c>CUBIC</c>, <c>CTCP</c>, <c>LEDBAT</c>, …, as printed.</summary>
    public string? CongestionProvider { get; init; }

    /// <summary>True when Automatic takes the custom templates instead of Internet and Datacenter (2012 R2 and later).</summary>
    public bool? AutomaticUseCustom { get; init; }

    /// <summary>
    /// Everything else that was read, by the property names of MSFT_NetTCPSetting: for the doctor and for reports, never compared.
    /// </summary>
    public IReadOnlyDictionary<string, string> Others { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
