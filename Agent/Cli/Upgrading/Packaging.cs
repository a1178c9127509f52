namespace IwTune.Agent.Cli.Upgrading;

/// <summary>The package manager of this host.</summary>
internal static class Packaging
{
    private static readonly (string Name, string Program)[] Known =
    [
        ("apt", "/usr/bin/apt-get"),
        ("zypper", "/usr/bin/zypper"),
        ("dnf", "/usr/bin/dnf"),
    ];

    /// <returns>Its name; <see langword="null"/> when there is none that a script can be made for.</returns>
    public static string? Here() => Known.FirstOrDefault(one => File.Exists(one.Program)).Name;
}
