namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>netsh's words for templates, as it prints them.</summary>
internal static class NetshWords
{
    /// <summary>The first build with two custom templates, Server 2012 R2.</summary>
    public const int TwoCustomTemplates = 9600;

    private static readonly TemplateName[] Names = Enum.GetValues<TemplateName>();

    public static bool IsTemplate(string word) =>
        Array.Exists(Names, name => word.Equals(NetshCommand.Word(name), StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// The template that a word means here: <c>custom</c> is what DatacenterCustom is called where there are two (capture of a German
    /// host).
    /// </summary>
    public static TemplateName? NameOf(string word, WindowsVersion version)
    {
        var at = Array.FindIndex(Names, name => word.Equals(NetshCommand.Word(name), StringComparison.OrdinalIgnoreCase));
        return at < 0 ? null
            : Names[at] == TemplateName.Custom && version.Build >= TwoCustomTemplates ? TemplateName.DatacenterCustom
            : Names[at];
    }

    /// <summary>
    /// The templates that this Windows can have, in the order in which PowerShell lists them; Automatic has no values to show.
    /// </summary>
    public static IReadOnlyList<TemplateName> Templates(WindowsVersion version) =>
        version.Build >= TwoCustomTemplates
            ?
            [
                TemplateName.InternetCustom,
                TemplateName.DatacenterCustom,
                TemplateName.Compat,
                TemplateName.Datacenter,
                TemplateName.Internet,
            ]
            : [TemplateName.Custom, TemplateName.Compat, TemplateName.Datacenter, TemplateName.Internet];
}
