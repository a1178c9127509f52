namespace IwTune.Shared.Selectors;

/// <summary>The keys that are no labels: the host's facts, and the server's data about it.</summary>
public static class SelectorKeys
{
    /// <summary><c>label:KEY</c> is true of hosts that have the label, <c>label:KEY=VALUE</c> of those where it has that value.</summary>
    public const string Label = "label";

    /// <summary>The key of a bare word, which is a part of a host's name.</summary>
    public const string Word = "";

    /// <summary>The host's own name.</summary>
    public const string Host = "host";

    /// <summary>The host's id on this server.</summary>
    public const string Id = "id";

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public const string Os = "os";

    /// <summary>Kernel release or Windows version.</summary>
    public const string Kernel = "kernel";

    /// <summary>Verdict; only searches use it.</summary>
    public const string State = "state";

    /// <summary>The same as <see cref="State"/>, under the name that lists and exports give it.</summary>
    public const string Verdict = "verdict";

    /// <summary>The policy that decides; only searches use it.</summary>
    public const string Policy = "policy";

    /// <summary>
    /// Whether a target has another window than required, <see cref="Configured"/> or <see cref="Effective"/>; only searches use it.
    /// </summary>
    public const string Differs = "differs";

    /// <summary>A value of <see cref="Differs"/>: what the route or template has.</summary>
    public const string Configured = "configured";

    /// <summary>A value of <see cref="Differs"/>: what a fresh connection had.</summary>
    public const string Effective = "effective";

    /// <summary>A control that the host fails, by its id; only searches use it.</summary>
    public const string Fails = "fails";

    /// <summary>Keys that are read from facts, each with what it is.</summary>
    public static IReadOnlyList<(string Key, string Meaning)> Facts { get; } =
    [
        (Host, "the host's name"),
        (Id, "the host's id"),
        (Os, "linux or windows"),
        ("distribution", "debian, ubuntu, rhel, windows-server, …"),
        ("distribution-version", "12, 24.04, 2022"),
        (Kernel, "6.1.0-18-amd64; on Windows the version"),
        ("windows-build", "20348.2113"),
        ("agent", "version of the agent"),
        ("nic", "driver of an interface that is up: virtio_net"),
        ("congestion-control", "cubic, bbr"),
        ("qdisc", "fq, fq_codel"),
        ("hypervisor", "kvm, vmware, hyper-v, xen, a kind of container, or none"),
        ("owner", "owner of a default route: dhcp, networkmanager, bird"),
    ];

    /// <summary>
    /// Keys that are read from facts today and were labels like any other before there was a <c>-</c> and a <c>label:</c>.
    /// </summary>
    internal static bool IsNew(string key) => IsReserved(key) && key is not (Host or Os or Kernel);

    /// <summary>Whether only searches use a key: what it reads is changed by what people do with the hosts.</summary>
    public static bool IsOfSearch(string key) => key is State or Verdict or Policy or Differs or Fails;

    /// <summary>Whether a label with this key cannot be named directly.</summary>
    public static bool IsReserved(string key)
    {
        foreach (var (fact, _) in Facts)
            if (fact == key)
                return true;
        return key is Label || IsOfSearch(key);
    }

    /// <summary>
    /// Whether a text can be a key: 1 to 63 lower-case letters, digits, <c>-</c>, <c>_</c>, <c>.</c>, <c>/</c>; the first is no <c>-</c>.
    /// </summary>
    public static bool IsKey(string key)
    {
        if (key.Length is 0 or > 63 || key[0] == '-')
            return false;
        foreach (var c in key)
            if (!char.IsAsciiLetterLower(c) && !char.IsAsciiDigit(c) && c is not ('-' or '_' or '.' or '/'))
                return false;
        return true;
    }
}
