using System.Xml.Linq;

namespace IwTune.PowerShellModule.Tests.Module;

public sealed class FormatTests
{
    private static readonly IReadOnlyList<XElement> Views = [.. Built.Xml("IwTune.format.ps1xml").Descendants("View")];

    [Fact]
    public void Every_object_has_a_view()
    {
        var objects = Built.Assembly.GetExportedTypes().Where(type => type.Namespace == "IwTune.PowerShell").Select(type => type.FullName);
        Assert.Equal(
            objects.Order(StringComparer.Ordinal),
            Views.Select(view => view.Descendants("TypeName").Single().Value).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void Every_view_shows_properties_that_there_are_a_header_for_each() =>
        Assert.All(
            Views,
            view =>
            {
                var type = Built.Assembly.GetType(view.Descendants("TypeName").Single().Value)!;
                Assert.All(view.Descendants("PropertyName"), name => Assert.NotNull(type.GetProperty(name.Value)));
                if (view.Element("TableControl") is { } table)
                    Assert.Equal(table.Descendants("TableColumnHeader").Count(), table.Descendants("TableColumnItem").Count());
                Assert.Empty(view.Descendants("ScriptBlock"));
            }
        );
}
