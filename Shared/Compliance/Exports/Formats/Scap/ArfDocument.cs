using System.Globalization;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Scap;

/// <summary>
/// An asset report collection (NIST IR 7694), part by part. Server and verifier make it with the same calls, in the order of the members.
/// Hosts are numbered, since names are no XML identifiers.
/// </summary>
/// <param name="to">Where to.</param>
/// <param name="manifest">Its files, maker and time of making are not used.</param>
/// <param name="catalog">The controls.</param>
public sealed class ArfDocument(TextWriter to, ExportManifest manifest, ControlCatalog catalog)
{
    private const string Request = "controls";

    private readonly XccdfResult _result = new(to, manifest, catalog);
    private int _assets,
        _reports;

    /// <summary>An exception, by the columns of its CSV; all of them come first.</summary>
    public void Exception(IReadOnlyList<string> cells) => _result.Exception(cells);

    /// <summary>Everything before the hosts.</summary>
    public void Begin()
    {
        to.Write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<arf:asset-report-collection xmlns:arf=\"http://scap.nist.gov/schema/asset-reporting-format/1.1\" "
                + "xmlns:core=\"http://scap.nist.gov/schema/reporting-core/1.1\" "
                + "xmlns:ai=\"http://scap.nist.gov/schema/asset-identification/1.1\">\n"
        );
        // oscap knows the two kinds of relationship by this very prefix.
        to.Write("<core:relationships xmlns:arfvocab=\"http://scap.nist.gov/specifications/arf/vocabulary/relationships/1.0#\">\n");
        for (var number = 1; number <= manifest.Counts.Matched; number++)
        {
            Relationship("createdFor", number, Request);
            Relationship("isAbout", number, $"asset-{number}");
        }
        to.Write($"</core:relationships>\n<arf:report-requests>\n<arf:report-request id=\"{Request}\"><arf:content>\n");
        XccdfBenchmark.Write(to, manifest, catalog);
        to.Write("</arf:content></arf:report-request>\n</arf:report-requests>\n<arf:assets>\n");
    }

    /// <summary>A host, as what was assessed.</summary>
    public void Asset(ComplianceHost host)
    {
        var name = XmlText.Of(host.Name);
        to.Write(
            string.Create(CultureInfo.InvariantCulture, $"<arf:asset id=\"asset-{++_assets}\"><ai:computing-device>")
                + $"<ai:fqdn>{name}</ai:fqdn>{(IsHostName(host.Name) ? $"<ai:hostname>{name}</ai:hostname>" : "")}"
                + "</ai:computing-device></arf:asset>\n"
        );
    }

    /// <summary>Ends the hosts, and begins their results.</summary>
    public void EndAssets() => to.Write("</arf:assets>\n<arf:reports>\n");

    /// <summary>The results of a host.</summary>
    public void Report(ComplianceHost host)
    {
        to.Write(string.Create(CultureInfo.InvariantCulture, $"<arf:report id=\"report-{++_reports}\"><arf:content>\n"));
        _result.Write(host, _reports);
        to.Write("</arf:content></arf:report>\n");
    }

    /// <summary>Ends the collection.</summary>
    public void End() => to.Write("</arf:reports>\n</arf:asset-report-collection>\n");

    private void Relationship(string type, int number, string about) =>
        to.Write(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<core:relationship type=\"arfvocab:{type}\" subject=\"report-{number}\"><core:ref>{about}</core:ref>"
            ) + "</core:relationship>\n"
        );

    /// <summary>The schema of asset identification has no underscore in a host name; its name of a domain has any text.</summary>
    private static bool IsHostName(string name) =>
        name.Split('.').All(label => label.Length > 0 && label.All(c => char.IsAsciiLetterOrDigit(c) || c == '-'));
}
