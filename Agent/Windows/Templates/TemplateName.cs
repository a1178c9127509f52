namespace IwTune.Agent.Windows.Templates;

/// <summary>The TCP templates of Windows, by the names that PowerShell gives them (MSFT_NetTCPSetting.SettingName).</summary>
public enum TemplateName
{
    /// <summary>Connections with a round trip above 10 ms under <see cref="Automatic"/>; on clients all connections.</summary>
    Internet,

    /// <summary>Connections with a round trip of up to 10 ms under <see cref="Automatic"/>.</summary>
    Datacenter,

    /// <summary>For old programs; no connection gets it by itself.</summary>
    Compat,

    /// <summary>A custom template since 2012 R2; netsh prints it as <c>custom</c>.</summary>
    DatacenterCustom,

    /// <summary>A custom template since 2012 R2.</summary>
    InternetCustom,

    /// <summary>The one custom template of 2008 R2 (KB2472264) and Server 2012.</summary>
    Custom,

    /// <summary>Not a template but a choice between two by round-trip time; it has no values of its own.</summary>
    Automatic,
}
