namespace IwTune.Agent.Windows;

/// <summary>Which Windows this is.</summary>
/// <param name="Build">The build number: 7601 is 2008 R2, 9200 2012, 9600 2012 R2, 14393 2016, 17763 2019, 20348 2022, 26100 2025.</param>
/// <param name="Server">False for a client edition, whose templates can be read but not set.</param>
public sealed record WindowsVersion(int Build, bool Server)
{
    /// <summary>The update build revision, the fourth number of the version; 0 when it is not known.</summary>
    public int Revision { get; init; }

    /// <summary>As people call it: <c>Windows Server 2019 Datacenter</c>.</summary>
    public string Name { get; init; } = "Windows";

    /// <summary>True when the hotfix that brought templates to 2008 R2 is there (KB2472264); without meaning on later builds.</summary>
    public bool HasTemplateHotfix { get; init; }
}
