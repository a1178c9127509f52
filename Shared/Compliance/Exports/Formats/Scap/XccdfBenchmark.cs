using System.Globalization;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Shared.Compliance.Exports.Formats.Scap;

/// <summary>The controls as a benchmark (XCCDF 1.2, NIST IR 7275).</summary>
internal static class XccdfBenchmark
{
    public const string Namespace = "http://checklists.nist.gov/xccdf/1.2",
        Id = "xccdf_org.iwtune_benchmark_controls",
        Profile = "xccdf_org.iwtune_profile_all";

    public static string Rule(string control) => $"xccdf_org.iwtune_rule_{control}";

    public static void Write(TextWriter to, ExportManifest manifest, ControlCatalog catalog)
    {
        var day = manifest.Parameters.AsOf.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        to.Write(
            $"<Benchmark xmlns=\"{Namespace}\" id=\"{Id}\" resolved=\"true\" xml:lang=\"en\">\n<status date=\"{day}\">accepted</status>\n"
                + "<title>Initial TCP windows</title>\n<description>The controls of IwTune.</description>\n<version>1</version>\n"
                + $"<Profile id=\"{Profile}\"><title>All controls</title>\n"
        );
        foreach (var control in catalog.Controls)
            to.Write($"<select idref=\"{Rule(XmlText.Of(control.Id))}\" selected=\"true\"/>\n");
        to.Write("</Profile>\n");
        foreach (var control in catalog.Controls)
            Write(to, control);
        to.Write("</Benchmark>\n");
    }

    private static void Write(TextWriter to, CatalogControl control)
    {
        to.Write(
            $"<Rule id=\"{Rule(XmlText.Of(control.Id))}\" selected=\"true\" severity=\"medium\">\n"
                + $"<title>{XmlText.Of(control.Title)}</title>\n<description>{XmlText.Of(control.Requirement)}</description>\n"
        );
        foreach (var (standard, clause) in control.Clauses)
            to.Write($"<reference>{XmlText.Of(standard)} {XmlText.Of(clause)}</reference>\n");
        to.Write($"<ident system=\"urn:iwtune:control\">{XmlText.Of(control.Id)}</ident>\n");
        to.Write($"<fixtext>{XmlText.Of(control.Fix)}</fixtext>\n</Rule>\n");
    }
}
