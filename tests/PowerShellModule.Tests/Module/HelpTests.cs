using System.Xml.Linq;

namespace IwTune.PowerShellModule.Tests.Module;

public sealed class HelpTests
{
    private static readonly XNamespace Command = "http://schemas.microsoft.com/maml/dev/command/2004/10";
    private static readonly XNamespace Maml = "http://schemas.microsoft.com/maml/2004/10";
    private static readonly XNamespace Dev = "http://schemas.microsoft.com/maml/dev/2004/10";

    private static readonly IReadOnlyDictionary<string, XElement> Pages = Built
        .Xml("en-US/IwTune.dll-Help.xml")
        .Root!.Elements(Command + "command")
        .ToDictionary(page => page.Element(Command + "details")!.Element(Command + "name")!.Value, StringComparer.Ordinal);

    [Fact]
    public void Every_cmdlet_has_a_page_with_words_and_examples_and_there_is_no_other_page()
    {
        Assert.Equal(Built.Cmdlets.Select(cmdlet => cmdlet.Name), Pages.Keys.Order(StringComparer.Ordinal));
        foreach (var (name, page) in Pages)
        {
            Assert.Equal(
                name,
                $"{page.Element(Command + "details")!.Element(Command + "verb")!.Value}-"
                    + $"{page.Element(Command + "details")!.Element(Command + "noun")!.Value}"
            );
            Assert.NotEmpty(page.Element(Command + "details")!.Element(Maml + "description")!.Value.Trim());
            Assert.NotEmpty(page.Element(Maml + "description")!.Value.Trim());
            Assert.NotEmpty(page.Descendants(Command + "example"));
            Assert.All(page.Descendants(Dev + "code"), code => Assert.StartsWith("PS> ", code.Value, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Every_parameter_is_described_as_it_is()
    {
        foreach (var cmdlet in Built.Cmdlets)
        {
            foreach (
                var place in (XElement[])
                    [Pages[cmdlet.Name].Element(Command + "parameters")!, Pages[cmdlet.Name].Descendants(Command + "syntaxItem").Single()]
            )
            {
                var described = place
                    .Elements(Command + "parameter")
                    .ToDictionary(parameter => parameter.Element(Maml + "name")!.Value, StringComparer.Ordinal);
                Assert.Equal(
                    cmdlet.Parameters.Select(parameter => parameter.Name).Order(StringComparer.Ordinal),
                    described.Keys.Order(StringComparer.Ordinal)
                );
                foreach (var parameter in cmdlet.Parameters)
                {
                    var help = described[parameter.Name];
                    Assert.NotEmpty(help.Element(Maml + "description")!.Value.Trim());
                    Assert.Equal(parameter.Type, help.Element(Dev + "type")!.Element(Maml + "name")!.Value);
                    Assert.Equal(parameter.Mandatory ? "true" : "false", (string?)help.Attribute("required"));
                    Assert.Equal(
                        parameter.Position?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? "named",
                        (string?)help.Attribute("position")
                    );
                }
            }
        }
    }

    [Fact]
    public void The_outputs_are_those_of_the_cmdlets() =>
        Assert.All(
            Built.Cmdlets,
            cmdlet =>
                Assert.Equal(
                    cmdlet.Outputs,
                    Pages[cmdlet.Name].Descendants(Command + "returnValue").Select(value => value.Descendants(Maml + "name").Single().Value)
                )
        );
}
