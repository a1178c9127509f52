namespace IwTune.Shared.Model;

/// <summary>The measured initial window of a content network, segments.</summary>
/// <param name="Name">The network.</param>
/// <param name="In2011">CDN Planet, 2011; <see langword="null"/> where it was not measured.</param>
/// <param name="In2014">The same, August 2014.</param>
/// <param name="In2017">The same, February 2017.</param>
public sealed record CdnWindow(string Name, int? In2011, int? In2014, int? In2017)
{
    /// <summary>What published them.</summary>
    public const string Publication = "CDN Planet, Initcwnd settings of major CDN providers";

    /// <summary>What they are not.</summary>
    public const string Note =
        "The figures are old and each is of one client: context, not advice. 46 segments are close to the 65,535 bytes of an unscaled "
        + "receive window, so the client may have limited them.";

    /// <summary>Where they were published.</summary>
    public const string Source = "https://www.cdnplanet.com/blog/initcwnd-settings-major-cdn-providers/";

    /// <summary>The largest of the last measurement first.</summary>
    public static IReadOnlyList<CdnWindow> All { get; } =
    [
        new("CacheFly", 3, 66, 46),
        new("Level 3", 2, 12, 46),
        new("Highwinds", 16, 36, 44),
        new("Akamai", 6, 16, 32),
        new("EdgeCast", 2, 10, 30),
        new("QUANTIL", null, null, 30),
        new("CloudFront", 10, 10, 25),
        new("CDNetworks", 8, 10, 22),
        new("Limelight", 2, 12, 14),
        new("Fastly", 10, 10, 10),
        new("Cloudflare", 3, 10, 10),
        new("CDN77", null, 10, 10),
        new("Leaseweb", null, 10, 10),
        new("MaxCDN", 2, 32, 10),
        new("Tata", null, 10, 10),
        new("Google (JS, App Engine)", 10, null, null),
        new("Cotendo", 11, null, null),
        new("Internap", 7, null, null),
        new("Rackspace", 4, null, null),
    ];
}
