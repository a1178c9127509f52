using System.Reflection;
using System.Xml.Linq;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Windows.GroupPolicy;

namespace IwTune.Agent.Tests.Windows.GroupPolicy;

/// <summary>
/// The administrative template is consistent in itself, with its language file, and with the settings that the agent reads.
/// </summary>
public sealed class TemplateTests
{
    private static readonly XNamespace Space = "http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions";
    private static readonly string Folder = Path.Combine(RepositoryRoot(), "deploy", "windows", "admx");
    private readonly XElement _template = XDocument.Load(Path.Combine(Folder, "IwTune.admx")).Root!;
    private readonly XElement _words = XDocument.Load(Path.Combine(Folder, "en-US", "IwTune.adml")).Root!;

    private IEnumerable<XElement> Policies => _template.Descendants(Space + "policy");

    [Fact]
    public void Both_files_are_of_the_schema_that_windows_knows()
    {
        Assert.Equal(Space + "policyDefinitions", _template.Name);
        Assert.Equal(Space + "policyDefinitionResources", _words.Name);
        Assert.All(
            new[] { _template, _words },
            root => Assert.Equal(("1.0", "1.0"), ((string?)root.Attribute("revision"), (string?)root.Attribute("schemaVersion")))
        );
    }

    [Fact]
    public void Every_reference_to_a_string_resolves_and_no_string_is_left_over()
    {
        var used = _template
            .DescendantsAndSelf()
            .Attributes()
            .Select(attribute => attribute.Value)
            .Where(value => value.StartsWith("$(string.", StringComparison.Ordinal))
            .Select(value => value["$(string.".Length..^1]);
        var there = _words.Descendants(Space + "string").Select(text => (string)text.Attribute("id")!).ToList();
        Assert.Equal(
            there.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
            used.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
        );
        Assert.All(_words.Descendants(Space + "string"), text => Assert.NotEmpty(text.Value.Trim()));
    }

    [Fact]
    public void Every_policy_has_a_presentation_with_one_control_for_each_element()
    {
        foreach (var policy in Policies)
        {
            var id = ((string)policy.Attribute("presentation")!)["$(presentation.".Length..^1];
            var presentation = Assert.Single(_words.Descendants(Space + "presentation"), one => (string?)one.Attribute("id") == id);
            Assert.Equal(
                policy.Element(Space + "elements")!.Elements().Select(element => (string)element.Attribute("id")!),
                presentation.Elements().Select(control => (string)control.Attribute("refId")!)
            );
            foreach (var (element, control) in policy.Element(Space + "elements")!.Elements().Zip(presentation.Elements()))
                Assert.Equal(element.Name.LocalName == "enum" ? "dropdownList" : "textBox", control.Name.LocalName);
        }
    }

    [Fact]
    public void Every_policy_is_the_machines_in_a_category_and_says_what_it_is_supported_on()
    {
        var categories = _template
            .Element(Space + "categories")!
            .Elements()
            .Select(category => (string)category.Attribute("name")!)
            .ToList();
        var supported = _template.Descendants(Space + "definition").Select(definition => (string)definition.Attribute("name")!).ToList();
        Assert.NotEmpty(Policies);
        foreach (var policy in Policies)
        {
            Assert.Equal("Machine", (string?)policy.Attribute("class"));
            Assert.Contains((string)policy.Element(Space + "parentCategory")!.Attribute("ref")!, categories);
            Assert.Contains((string)policy.Element(Space + "supportedOn")!.Attribute("ref")!, supported);
        }
    }

    [Fact]
    public void It_writes_where_the_agent_reads_and_every_value_that_the_agent_reads()
    {
        Assert.All(Policies, policy => Assert.Equal(RegistryPolicy.Key, (string?)policy.Attribute("key")));
        var written = _template.Descendants().Attributes("valueName").Select(name => name.Value);
        Assert.Equal([RegistryPolicy.CaPin, RegistryPolicy.Mode, RegistryPolicy.Server], written.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_agent_understands_every_choice_that_it_offers()
    {
        var choices = _template
            .Descendants(Space + "enum")
            .Single()
            .Elements()
            .Select(item => item.Element(Space + "value")!.Value.Trim())
            .ToList();
        var read = choices.ConvertAll(choice => RegistryPolicy.Read(new PolicyRegistry(RegistryPolicy.Key, (RegistryPolicy.Mode, choice))));
        Assert.Equal([HostMode.Enforce, HostMode.Observe], read.Select(one => one.Mode!.Value));
        Assert.All(read, one => Assert.Empty(one.Problems));
    }

    [Fact]
    public void A_pin_fits_into_its_field_and_no_field_is_for_a_token()
    {
        var pin = _template.Descendants(Space + "text").Single(text => (string?)text.Attribute("id") == "CaPin");
        Assert.Equal("sha256:".Length + 64, (int?)pin.Attribute("maxLength"));
        Assert.DoesNotContain(
            _template.Descendants().Attributes("valueName"),
            name => name.Value.Contains("oken", StringComparison.Ordinal)
        );
    }

    private static string RepositoryRoot()
    {
        var folder = new DirectoryInfo(Path.GetDirectoryName(Assembly.GetExecutingAssembly().Location)!);
        while (!File.Exists(Path.Combine(folder.FullName, "IwTune.sln")))
            folder = folder.Parent!;
        return folder.FullName;
    }
}
