using System.Xml.Linq;

namespace IwTune.PowerShellModule.Tests.Module;

public sealed class ManifestTests
{
    private readonly IReadOnlyDictionary<string, object> _manifest = Manifest.Read(Path.Combine(Built.Folder, "IwTune.psd1"));

    [Fact]
    public void It_exports_the_cmdlets_of_the_assembly_and_nothing_else()
    {
        Assert.Equal(Built.Cmdlets.Select(cmdlet => cmdlet.Name), List("CmdletsToExport").Order(StringComparer.Ordinal));
        foreach (var none in (string[])["FunctionsToExport", "VariablesToExport", "AliasesToExport"])
            Assert.Empty(List(none));
    }

    [Fact]
    public void It_is_for_both_editions_and_says_what_a_gallery_asks_for()
    {
        Assert.Equal(["Desktop", "Core"], List("CompatiblePSEditions"));
        Assert.Equal("5.1", _manifest["PowerShellVersion"]);
        var gallery = (Dictionary<string, object>)((Dictionary<string, object>)_manifest["PrivateData"])["PSData"];
        Assert.Contains("PSEdition_Core", (List<string>)gallery["Tags"]);
        Assert.All(
            (string[])["LicenseUri", "ProjectUri"],
            uri => Assert.True(Uri.IsWellFormedUriString((string)gallery[uri], UriKind.Absolute))
        );
        Assert.True(Guid.TryParse((string)_manifest["GUID"], out _));
        foreach (var field in (string[])["Author", "Description", "Copyright"])
            Assert.NotEmpty((string)_manifest[field]);
    }

    [Fact]
    public void Its_version_is_that_of_the_product()
    {
        var product = XDocument.Load(Path.Combine(Lab.Binaries.Root, "Directory.Build.props")).Descendants("Version").Single().Value;
        Assert.Equal(product.Split('-')[0], _manifest["ModuleVersion"]);
    }

    [Fact]
    public void Every_file_that_it_lists_is_built()
    {
        Assert.Equal($"{Built.Assembly.GetName().Name}.dll", _manifest["RootModule"]);
        foreach (var file in List("FileList"))
            Assert.True(File.Exists(Lab.Binaries.Built("IwTune.PowerShell", file)), file);
        Assert.All(List("FormatsToProcess"), format => Assert.Contains(format, List("FileList")));
    }

    private List<string> List(string key) => (List<string>)_manifest[key];
}
