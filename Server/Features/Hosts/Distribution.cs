namespace IwTune.Server.Features.Hosts;

/// <summary>A system's id and version from the name people call it by.</summary>
internal static class Distribution
{
    /// <summary>As /etc/os-release has NAME and ID; the longer name first.</summary>
    private static readonly (string Name, string Id)[] Known =
    [
        ("Windows Server", "windows-server"),
        ("Hyper-V Server", "windows-server"),
        ("Windows", "windows"),
        ("Debian", "debian"),
        ("Raspbian", "raspbian"),
        ("Ubuntu", "ubuntu"),
        ("Linux Mint", "linuxmint"),
        ("Red Hat Enterprise Linux", "rhel"),
        ("CentOS", "centos"),
        ("Rocky Linux", "rocky"),
        ("AlmaLinux", "almalinux"),
        ("Oracle Linux", "ol"),
        ("Fedora", "fedora"),
        ("Amazon Linux", "amzn"),
        ("SUSE Linux Enterprise", "sles"),
        ("openSUSE Leap", "opensuse-leap"),
        ("openSUSE Tumbleweed", "opensuse-tumbleweed"),
        ("Alpine Linux", "alpine"),
        ("Arch Linux", "arch"),
        ("Gentoo", "gentoo"),
        ("NixOS", "nixos"),
        ("Flatcar", "flatcar"),
    ];

    /// <returns>Both empty when nothing is known; the version empty when the system has none.</returns>
    public static (string Id, string Version) Of(string osName, string os)
    {
        var name = osName.StartsWith("Microsoft ", StringComparison.OrdinalIgnoreCase) ? osName["Microsoft ".Length..] : osName;
        var words = name.Split([' ', '(', ')', ','], StringSplitOptions.RemoveEmptyEntries);
        var version =
            words.Select(word => word.TrimStart('v', 'V')).FirstOrDefault(word => word.Length > 0 && char.IsAsciiDigit(word[0])) ?? "";
        var id =
            Known.FirstOrDefault(known => name.StartsWith(known.Name, StringComparison.OrdinalIgnoreCase)).Id
            ?? words.FirstOrDefault()?.ToLowerInvariant()
            ?? os;
        return (id, version);
    }
}
