using System.Reflection;
using System.Runtime.CompilerServices;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>Rules about the classes of one assembly. The agent's and the server's tests compile this file too.</summary>
internal static class ClassRules
{
    /// <summary>Classes that other classes could derive from, by name. Closed hierarchies are excluded.</summary>
    internal static IEnumerable<string> Open(Assembly assembly) =>
        from type in assembly.GetTypes()
        where type.IsClass && !type.IsSealed && IsOurs(type) && !IsClosedHierarchy(type) && !IsRazor(type)
        select type.FullName;

    /// <summary>Methods that call native code, by name, outside these namespaces.</summary>
    internal static IEnumerable<string> NativeCalls(Assembly assembly, params string[] allowed) =>
        from type in assembly.GetTypes()
        where
            !Array.Exists(
                allowed,
                space => type.Namespace == space || type.Namespace?.StartsWith(space + ".", StringComparison.Ordinal) == true
            )
        from method in type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly)
        where method.Attributes.HasFlag(MethodAttributes.PinvokeImpl)
        select $"{type.FullName}.{method.Name}";

    private static bool IsOurs(Type type) =>
        type.Namespace?.StartsWith("IwTune.", StringComparison.Ordinal) == true
        && !type.IsDefined(typeof(CompilerGeneratedAttribute))
        && !type.Name.Contains('<', StringComparison.Ordinal);

    // A closed choice of cases: abstract, with every case nested in it. Records cannot keep their primary constructor private.
    private static bool IsClosedHierarchy(Type type) =>
        type.IsAbstract
        && type.Assembly.GetTypes().Where(other => other.BaseType == type).ToList() is { Count: > 0 } cases
        && cases.TrueForAll(one => one.DeclaringType == type);

    // The Razor compiler writes these classes and cannot seal them.
    private static bool IsRazor(Type type)
    {
        for (var parent = type.BaseType; parent is not null; parent = parent.BaseType)
        {
            if (parent.FullName == "Microsoft.AspNetCore.Components.ComponentBase")
                return true;
        }
        return type.Name == "_Imports";
    }
}
