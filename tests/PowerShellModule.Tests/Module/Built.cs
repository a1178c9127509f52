using System.Reflection;
using System.Xml.Linq;
using IwTune.PowerShell;

namespace IwTune.PowerShellModule.Tests.Module;

/// <summary>The module as it is built, and the declarations of its assembly.</summary>
internal static class Built
{
    public static string Folder { get; } = Path.Combine(Lab.Binaries.Root, "deploy/windows/powershell");

    public static Assembly Assembly => typeof(IwTuneWindow).Assembly;

    public static XDocument Xml(string file) => XDocument.Load(Path.Combine(Folder, file));

    public static IReadOnlyList<BuiltCmdlet> Cmdlets { get; } =
    [
        .. Assembly
            .GetExportedTypes()
            .Where(type => !type.IsAbstract && Attribute(type, "CmdletAttribute") is not null)
            .Select(BuiltCmdlet.Of)
            .OrderBy(cmdlet => cmdlet.Name, StringComparer.Ordinal),
    ];

    public static CustomAttributeData? Attribute(MemberInfo member, string name) => Attributes(member, name).FirstOrDefault();

    public static IEnumerable<CustomAttributeData> Attributes(MemberInfo member, string name) =>
        member.GetCustomAttributesData().Where(attribute => attribute.AttributeType.Name == name);
}

/// <summary>A cmdlet by its attributes.</summary>
internal sealed record BuiltCmdlet(
    string Name,
    bool ShouldProcess,
    string Impact,
    IReadOnlyList<string> Outputs,
    IReadOnlyList<BuiltParameter> Parameters
)
{
    public static BuiltCmdlet Of(Type type)
    {
        var cmdlet = Built.Attribute(type, "CmdletAttribute")!;
        var named = cmdlet.NamedArguments.ToDictionary(
            argument => argument.MemberName,
            argument => argument.TypedValue,
            StringComparer.Ordinal
        );
        var should = named.TryGetValue("SupportsShouldProcess", out var supports) && (bool)supports.Value!;
        var own = type.GetProperties()
            .Where(property => Built.Attribute(property, "ParameterAttribute") is not null)
            .Select(BuiltParameter.Of);
        return new BuiltCmdlet(
            $"{cmdlet.ConstructorArguments[0].Value}-{cmdlet.ConstructorArguments[1].Value}",
            should,
            named.TryGetValue("ConfirmImpact", out var impact) ? Enum.GetName(impact.ArgumentType, impact.Value!)! : "",
            [
                .. Built
                    .Attributes(type, "OutputTypeAttribute")
                    .SelectMany(output => (IEnumerable<CustomAttributeTypedArgument>)output.ConstructorArguments[0].Value!)
                    .Select(output => ((Type)output.Value!).FullName!),
            ],
            [
                .. own,
                .. should
                    ?
                    [
                        new BuiltParameter("WhatIf", "SwitchParameter", false, null, []),
                        new BuiltParameter("Confirm", "SwitchParameter", false, null, []),
                    ]
                    : Array.Empty<BuiltParameter>(),
            ]
        );
    }
}

internal sealed record BuiltParameter(string Name, string Type, bool Mandatory, int? Position, IReadOnlyList<string> Aliases)
{
    public static BuiltParameter Of(PropertyInfo property)
    {
        var named = Built
            .Attribute(property, "ParameterAttribute")!
            .NamedArguments.ToDictionary(argument => argument.MemberName, argument => argument.TypedValue.Value, StringComparer.Ordinal);
        var aliases =
            Built.Attribute(property, "AliasAttribute")?.ConstructorArguments[0].Value as IEnumerable<CustomAttributeTypedArgument> ?? [];
        return new BuiltParameter(
            property.Name,
            property.PropertyType.Name,
            named.GetValueOrDefault("Mandatory") is true,
            named.GetValueOrDefault("Position") as int?,
            [.. aliases.Select(alias => (string)alias.Value!)]
        );
    }
}
